import Testing

@Suite struct LinesOnCurl {
    @Test func `streams-lines-split-everywhere`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-carriage-returns-alone`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-empty`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-no-final-newline`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-only-line-ends-end-lines`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-byte-order-mark`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-cr-lf-across-chunks`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-invalid-utf-8`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-exact-limit`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-one-more`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-endless-line`() async { await expectMatchOnCurl() }
    @Test func `streams-lines-broken-off`() async { await expectMatchOnCurl() }
}
