import Testing

@Suite struct EarlyOnCurl {
    @Test func `early-413-and-close-data`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-half-close-data`() async { await expectMatchOnCurl() }
    @Test func `early-401-at-once-data`() async { await expectMatchOnCurl() }
    @Test func `early-200-and-reads-on-data`() async { await expectMatchOnCurl() }
    @Test func `early-507-after-not-reading-data`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-close-file`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-half-close-file`() async { await expectMatchOnCurl() }
    @Test func `early-401-at-once-file`() async { await expectMatchOnCurl() }
    @Test func `early-200-and-reads-on-file`() async { await expectMatchOnCurl() }
    @Test func `early-507-after-not-reading-file`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-close-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-half-close-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-401-at-once-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-200-and-reads-on-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-507-after-not-reading-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-reset-data`() async { await expectMatchOnCurl() }
    @Test func `early-close-data`() async { await expectMatchOnCurl() }
    @Test func `early-silence-data`() async { await expectMatchOnCurl() }
    @Test func `early-reset-file`() async { await expectMatchOnCurl() }
    @Test func `early-close-file`() async { await expectMatchOnCurl() }
    @Test func `early-silence-file`() async { await expectMatchOnCurl() }
    @Test func `early-reset-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-close-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-silence-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-417-to-an-expectation`() async { await expectMatchOnCurl() }
    @Test func `early-200-to-an-endless-body`() async { await expectMatchOnCurl() }
}
