import Testing

@Suite struct ConnectionsOnCurl {
    @Test func `connections-two-requests-one-connection`() async { await expectMatchOnCurl() }
    @Test func `connections-kept-after-chunks`() async { await expectMatchOnCurl() }
    @Test func `connections-kept-after-no-body`() async { await expectMatchOnCurl() }
    @Test func `connections-kept-after-an-error`() async { await expectMatchOnCurl() }
    @Test func `connections-kept-while-idle`() async { await expectMatchOnCurl() }
    @Test func `connections-given-up-after-close`() async { await expectMatchOnCurl() }
    @Test func `connections-given-up-after-close-among-others`() async { await expectMatchOnCurl() }
    @Test func `connections-given-up-after-http-1-0`() async { await expectMatchOnCurl() }
    @Test func `connections-fresh-after-over-budget`() async { await expectMatchOnCurl() }
    @Test func `connections-fresh-after-silence`() async { await expectMatchOnCurl() }
    @Test func `connections-fresh-after-a-malformed-reply`() async { await expectMatchOnCurl() }
    @Test func `connections-closed-while-idle`() async { await expectMatchOnCurl() }
    @Test func `connections-closed-under-a-request`() async { await expectMatchOnCurl() }
    @Test func `connections-closed-under-an-upload`() async { await expectMatchOnCurl() }
    @Test func `connections-reset-while-idle`() async { await expectMatchOnCurl() }
    @Test func `connections-reset-under-a-request`() async { await expectMatchOnCurl() }
    @Test func `connections-reset-under-an-upload`() async { await expectMatchOnCurl() }
    @Test func `connections-late-surplus-is-no-answer`() async { await expectMatchOnCurl() }
    @Test func `connections-late-junk-is-no-answer`() async { await expectMatchOnCurl() }
    @Test func `connections-1000-slow-replies-at-once`() async { await expectMatchOnCurl() }
}
