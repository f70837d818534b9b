import Testing

@Suite struct FramingOnCurl {
    @Test func `framing-5000-tiny-lines`() async { await expectMatchOnCurl() }
    @Test func `framing-400-lines-of-1-kb`() async { await expectMatchOnCurl() }
    @Test func `framing-one-120-kb-line`() async { await expectMatchOnCurl() }
    @Test func `framing-endless-interims`() async { await expectMatchOnCurl() }
    @Test func `framing-endless-fields`() async { await expectMatchOnCurl() }
    @Test func `framing-endless-line`() async { await expectMatchOnCurl() }
    @Test func `framing-endless-trailers`() async { await expectMatchOnCurl() }
    @Test func `framing-endless-chunk-extensions`() async { await expectMatchOnCurl() }
    @Test func `framing-exact-head`() async { await expectMatchOnCurl() }
    @Test func `framing-one-more-head`() async { await expectMatchOnCurl() }
    @Test func `framing-exact-interims`() async { await expectMatchOnCurl() }
    @Test func `framing-one-more-interims`() async { await expectMatchOnCurl() }
    @Test func `framing-exact-trailers`() async { await expectMatchOnCurl() }
    @Test func `framing-one-more-trailers`() async { await expectMatchOnCurl() }
}
