import Testing

@Suite struct StreamsOnCurl {
    @Test func `streams-first-piece-before-the-end`() async { await expectMatchOnCurl() }
    @Test func `streams-whole-content-length`() async { await expectMatchOnCurl() }
    @Test func `streams-whole-chunked`() async { await expectMatchOnCurl() }
    @Test func `streams-whole-close-delimited`() async { await expectMatchOnCurl() }
    @Test func `streams-whole-gzip`() async { await expectMatchOnCurl() }
    @Test func `streams-whole-trickle`() async { await expectMatchOnCurl() }
    @Test func `streams-trailers`() async { await expectMatchOnCurl() }
    @Test func `streams-204-has-no-piece`() async { await expectMatchOnCurl() }
    @Test func `streams-304-has-no-piece`() async { await expectMatchOnCurl() }
    @Test func `streams-head-has-no-piece`() async { await expectMatchOnCurl() }
    @Test func `streams-empty-has-no-piece`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-stall-chunked`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-stall-content-length`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-stall-close-delimited`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-close-amid-the-length`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-close-between-chunks`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-close-amid-a-chunk`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-reset`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-chunk-size-not-hex`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-budget-chunked`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-budget-in-one-chunk`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-budget-close-delimited`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-budget-gzip`() async { await expectMatchOnCurl() }
    @Test func `streams-broken-budget-flood`() async { await expectMatchOnCurl() }
    @Test func `streams-refused-redirect`() async { await expectMatchOnCurl() }
    @Test func `streams-refused-declared-over-budget`() async { await expectMatchOnCurl() }
    @Test func `streams-refused-silence`() async { await expectMatchOnCurl() }
    @Test func `streams-refused-unknown-coding`() async { await expectMatchOnCurl() }
    @Test func `streams-reader-leaves-in-a-flood`() async { await expectMatchOnCurl() }
    @Test func `streams-reader-leaves-in-silence`() async { await expectMatchOnCurl() }
    @Test func `streams-reader-throws-in-a-flood`() async { await expectMatchOnCurl() }
    @Test func `streams-reader-throws-in-silence`() async { await expectMatchOnCurl() }
    @Test func `streams-reader-is-cancelled-in-a-flood`() async { await expectMatchOnCurl() }
    @Test func `streams-reader-is-cancelled-in-silence`() async { await expectMatchOnCurl() }
    @Test func `streams-reader-is-cancelled-while-held`() async { await expectMatchOnCurl() }
    @Test func `streams-slow-reader-of-a-flood`() async { await expectMatchOnCurl() }
    @Test func `streams-slow-reader-of-a-gzip-bomb`() async { await expectMatchOnCurl() }
    @Test func `streams-slow-reader-to-the-end`() async { await expectMatchOnCurl() }
    @Test func `streams-held-is-not-idle`() async { await expectMatchOnCurl() }
    @Test func `streams-deadline-while-held`() async { await expectMatchOnCurl() }
}
