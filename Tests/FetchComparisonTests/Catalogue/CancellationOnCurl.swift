import Testing

@Suite struct CancellationOnCurl {
    @Test func `cancellation-before-the-head`() async { await expectMatchOnCurl() }
    @Test func `cancellation-after-the-head`() async { await expectMatchOnCurl() }
    @Test func `cancellation-amid-the-body`() async { await expectMatchOnCurl() }
    @Test func `cancellation-amid-a-trickle`() async { await expectMatchOnCurl() }
    @Test func `cancellation-after-the-last-byte`() async { await expectMatchOnCurl() }
    @Test func `cancellation-amid-interims`() async { await expectMatchOnCurl() }
    @Test func `cancellation-amid-chunks`() async { await expectMatchOnCurl() }
    @Test func `cancellation-while-connecting`() async { await expectMatchOnCurl() }
    @Test func `cancellation-in-the-tls-handshake`() async { await expectMatchOnCurl() }
    @Test func `cancellation-amid-an-upload`() async { await expectMatchOnCurl() }
    @Test func `cancellation-of-a-blocked-upload`() async { await expectMatchOnCurl() }
    @Test func `cancellation-500-against-a-closed-port`() async { await expectMatchOnCurl() }
    @Test func `cancellation-500-against-resets`() async { await expectMatchOnCurl() }
    @Test func `cancellation-500-against-replies`() async { await expectMatchOnCurl() }
    @Test func `cancellation-before-the-start`() async { await expectMatchOnCurl() }
    @Test func `cancellation-after-the-end`() async { await expectMatchOnCurl() }
    @Test func `cancellation-of-an-endless-body`() async { await expectMatchOnCurl() }
    @Test func `cancellation-of-a-group-of-1000`() async { await expectMatchOnCurl() }
    @Test func `cancellation-of-a-whole-backend`() async { await expectMatchOnCurl() }
}
