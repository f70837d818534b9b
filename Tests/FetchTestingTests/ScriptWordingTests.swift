import TestTurns
import Testing

@testable import FetchTesting

@Suite(.inTurn) struct ScriptWordingTests {
    @Test func `A script is told step by step`() {
        let script: Script = [
            .head(status: 302, ["Location": "/x"]), .trickle("ab", by: 2, every: .milliseconds(20), endless: true),
        ]
        #expect(
            script.wording.map(\.sentence) == [
                "once a request's head has arrived", "sends 36 bytes",
                "sends 2 bytes every 0.02 s, over and over without an end",
            ])
        #expect(script.wording[1].excerpt == ["HTTP/1.1 302 Found", "Location: /x", ""])
    }

    @Test func `A script that ends says that the connection stays, and one at accept when it starts`() {
        let script: Script = [.atAccept, .pause(.seconds(1)), .awaitRequest, .awaitBody, .send("x")]
        #expect(
            script.wording.map(\.sentence) == [
                "as soon as a connection is accepted", "does nothing for 1 s", "waits for the next request's head",
                "waits for the request's whole body", "sends 1 byte", "keeps the connection for the next request",
            ])
    }

    @Test(arguments: [
        (Script.Step.stall, "says nothing more until the peer goes away"), (.stopReading, "reads nothing more"),
        (.halfClose, "ends its own direction and goes on reading"), (.close, "closes the connection"),
        (.reset, "resets the connection"), (.endless([1]), "sends the same without an end"),
        (.repeating([65], times: 1 << 20), "sends 1048576 bytes, the same over and over"),
        (.repeating([65], times: 3), "sends 3 bytes"),
    ])
    func `Each step has its sentence`(step: Script.Step, sentence: String) {
        #expect(step.wording.sentence == sentence)
    }

    @Test func `What is sent is shown in lines, escaped and cut`() {
        let bytes = Array("a\r\nb\nc\u{0}\u{1B}[31m\rd\r\n".utf8) + [0xFF]
        #expect(ByteExcerpt(bytes[...]).lines == ["a", "b\\n", "c\\x00\\x1b[31m\\rd", "\\x??"])
        #expect(ByteExcerpt(Array("123456".utf8)[...], columns: 4).lines == ["1234..."])
        #expect(ByteExcerpt(Array("1\r\n2\r\n3\r\n".utf8)[...], lines: 2).lines == ["1", "2", "..."])
        #expect(ByteExcerpt([]).lines == [])
    }

    @Test(arguments: [
        (Duration.zero, "0"), (.milliseconds(300), "0.3"), (.milliseconds(1005), "1.005"), (.seconds(15), "15"),
        (.milliseconds(-20), "-0.02"), (.microseconds(999), "0"),
    ])
    func `Seconds have as many decimals as they need`(time: Duration, text: String) {
        #expect(time.decimalSeconds == text)
    }
}
