import Testing

@Suite struct TimeOnCurl {
    @Test func `time-idle-300-before-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-300-after-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-300-after-a-burst`() async { await expectMatchOnCurl() }
    @Test func `time-idle-500-before-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-500-after-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-500-after-a-burst`() async { await expectMatchOnCurl() }
    @Test func `time-idle-1000-before-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-1000-after-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-1000-after-a-burst`() async { await expectMatchOnCurl() }
    @Test func `time-idle-1900-before-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-1900-after-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-1900-after-a-burst`() async { await expectMatchOnCurl() }
    @Test func `time-idle-3000-before-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-3000-after-the-head`() async { await expectMatchOnCurl() }
    @Test func `time-idle-3000-after-a-burst`() async { await expectMatchOnCurl() }
    @Test func `time-idle-while-connecting`() async { await expectMatchOnCurl() }
    @Test func `time-idle-in-the-tls-handshake`() async { await expectMatchOnCurl() }
    @Test func `time-idle-of-an-upload`() async { await expectMatchOnCurl() }
    @Test func `time-not-silent-a-byte-of-body`() async { await expectMatchOnCurl() }
    @Test func `time-not-silent-a-line-of-head`() async { await expectMatchOnCurl() }
    @Test func `time-not-silent-a-chunk`() async { await expectMatchOnCurl() }
    @Test func `time-not-silent-an-upload`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-1-of-a-trickle`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-2-of-a-trickle`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-1-of-a-head`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-1-of-silence`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-1-of-interims`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-shorter-than-idle`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-longer-than-idle`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-of-nothing`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-of-connecting`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-of-a-tls-handshake`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-of-an-upload`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-of-decoding`() async { await expectMatchOnCurl() }
    @Test func `time-deadline-and-cancel-at-once`() async { await expectMatchOnCurl() }
    @Test func `time-100-slow-at-once`() async { await expectMatchOnCurl() }
}
