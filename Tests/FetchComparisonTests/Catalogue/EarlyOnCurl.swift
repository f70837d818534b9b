import Testing

@Suite struct EarlyOnCurl {
    @Test func `early-413-then-close`() async { await expectMatchOnCurl() }
    @Test func `early-413-unread`() async { await expectMatchOnCurl() }
    @Test func `early-401-at-once`() async { await expectMatchOnCurl() }
    @Test func `early-200-and-reads-on`() async { await expectMatchOnCurl() }
    @Test func `early-reset-amid-the-upload`() async { await expectMatchOnCurl() }
    @Test func `early-close-amid-the-upload`() async { await expectMatchOnCurl() }
    @Test func `early-417-to-an-expectation`() async { await expectMatchOnCurl() }
    @Test func `early-403-instead-of-100`() async { await expectMatchOnCurl() }
    @Test func `early-100-never-comes`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-close-data`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-close-file`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-close-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-507-after-a-pause-data`() async { await expectMatchOnCurl() }
    @Test func `early-507-after-a-pause-file`() async { await expectMatchOnCurl() }
    @Test func `early-507-after-a-pause-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-silence-data`() async { await expectMatchOnCurl() }
    @Test func `early-silence-file`() async { await expectMatchOnCurl() }
    @Test func `early-silence-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-half-close-file`() async { await expectMatchOnCurl() }
    @Test func `early-413-and-half-close-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-401-at-once-file`() async { await expectMatchOnCurl() }
    @Test func `early-401-at-once-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-200-and-reads-on-file`() async { await expectMatchOnCurl() }
    @Test func `early-200-and-reads-on-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-reset-file`() async { await expectMatchOnCurl() }
    @Test func `early-reset-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-close-file`() async { await expectMatchOnCurl() }
    @Test func `early-close-pieces`() async { await expectMatchOnCurl() }
    @Test func `early-200-to-an-endless-body`() async { await expectMatchOnCurl() }
}
