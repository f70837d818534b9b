import Testing

@Suite struct EventsOnCurl {
    @Test func `streams-events-data-lines`() async { await expectMatchOnCurl() }
    @Test func `streams-events-line-ends`() async { await expectMatchOnCurl() }
    @Test func `streams-events-comments`() async { await expectMatchOnCurl() }
    @Test func `streams-events-types`() async { await expectMatchOnCurl() }
    @Test func `streams-events-ids`() async { await expectMatchOnCurl() }
    @Test func `streams-events-id-with-a-nul`() async { await expectMatchOnCurl() }
    @Test func `streams-events-byte-order-mark`() async { await expectMatchOnCurl() }
    @Test func `streams-events-unknown-fields`() async { await expectMatchOnCurl() }
    @Test func `streams-events-no-data`() async { await expectMatchOnCurl() }
    @Test func `streams-events-no-blank-line-at-the-end`() async { await expectMatchOnCurl() }
    @Test func `streams-events-retry`() async { await expectMatchOnCurl() }
    @Test func `streams-events-line-over-the-limit`() async { await expectMatchOnCurl() }
    @Test func `streams-events-event-over-the-limit`() async { await expectMatchOnCurl() }
    @Test func `streams-events-comment-without-an-end`() async { await expectMatchOnCurl() }
    @Test func `streams-events-kept-alive-by-comments`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-after-the-end`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-after-a-reset`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-after-silence`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-after-503`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-after-retry-after`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-after-a-retry-field`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-ends-at-204`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-fails-at-404`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-fails-at-another-type`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-fails-at-a-redirect`() async { await expectMatchOnCurl() }
    @Test func `streams-reconnect-ends-at-its-deadline`() async { await expectMatchOnCurl() }
}
