import Testing

@Suite struct CancellationOnCurl {
    @Test func `cancellation-before-the-head`() async { await expectMatchOnCurl() }
    @Test func `cancellation-after-the-head`() async { await expectMatchOnCurl() }
    @Test func `cancellation-amid-the-body`() async { await expectMatchOnCurl() }
    @Test func `cancellation-amid-a-trickle`() async { await expectMatchOnCurl() }
    @Test func `cancellation-amid-interims`() async { await expectMatchOnCurl() }
    @Test func `cancellation-amid-chunks`() async { await expectMatchOnCurl() }
    @Test func `cancellation-while-connecting`() async { await expectMatchOnCurl() }
    @Test func `cancellation-before-the-start`() async { await expectMatchOnCurl() }
    @Test func `cancellation-of-an-endless-body`() async { await expectMatchOnCurl() }
    @Test func `cancellation-of-a-whole-backend`() async { await expectMatchOnCurl() }
}
