import Testing

@Suite struct HeadsOnCurl {
    @Test func `heads-no-space-after-colon`() async { await expectMatchOnCurl() }
    @Test func `heads-empty-value`() async { await expectMatchOnCurl() }
    @Test func `heads-blank-value`() async { await expectMatchOnCurl() }
    @Test func `heads-utf-8-value`() async { await expectMatchOnCurl() }
    @Test func `heads-repeated-cookies`() async { await expectMatchOnCurl() }
    @Test func `heads-comma-in-a-date`() async { await expectMatchOnCurl() }
    @Test func `heads-names-in-any-case`() async { await expectMatchOnCurl() }
    @Test func `heads-latin-1-value`() async { await expectMatchOnCurl() }
    @Test func `heads-103-before-200`() async { await expectMatchOnCurl() }
    @Test func `heads-100-nobody-asked-for`() async { await expectMatchOnCurl() }
    @Test func `heads-three-interims`() async { await expectMatchOnCurl() }
    @Test func `heads-200-fields`() async { await expectMatchOnCurl() }
    @Test func `heads-order-kept`() async { await expectMatchOnCurl() }
    @Test func `heads-trailers-stay-apart`() async { await expectMatchOnCurl() }
}
