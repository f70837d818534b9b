import FetchKit
import TestTurns
import Testing

@testable import FetchCurl

@Suite(.inTurn) struct `Head parser` {
    /// Feeds lines as libcurl would, and gives the last event.
    private func parse(_ lines: [String]) -> HeadParser.Event {
        var parser = HeadParser(filling: .roomy)
        var event = HeadParser.Event.more
        for line in lines {
            event = parser.read(Array(line.utf8).span)
            if case .malformed = event { break }
        }
        return event
    }

    private func isMalformed(_ event: HeadParser.Event) -> Bool {
        if case .malformed = event { true } else { false }
    }

    @Test func `a head is complete at its blank line and not before`() {
        let lines = ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "B: 2\r\n"]
        #expect(parse(lines) == .more)
        #expect(
            parse(lines + ["\r\n"])
                == .final(ResponseHead(status: 200, headers: FetchHeaders([("A", "1"), ("B", "2")]))))
    }

    @Test func `interim replies are dropped, and their fields with them`() {
        let lines = ["HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 200\r\n", "\r\n"]
        #expect(parse(lines) == .final(ResponseHead(status: 200, headers: FetchHeaders())))
    }

    @Test func `a switch of protocols is final`() {
        #expect(parse(["HTTP/1.1 101 X\r\n", "\r\n"]) == .final(ResponseHead(status: 101, headers: FetchHeaders())))
    }

    @Test func `trailers change nothing`() {
        #expect(parse(["HTTP/1.1 200 OK\r\n", "\r\n", "Location: /x\r\n", "\r\n"]) == .more)
    }

    @Test(arguments: ["2", "B: 2", "http://h:1/"], ["\t ", " ", "\t"])
    func `a folded line continues the field before it, whatever it looks like`(text: String, blanks: String) {
        let head = ResponseHead(status: 200, headers: FetchHeaders([("A", "1 \(text)")]))
        #expect(parse(["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\(blanks)\(text)\r\n", "\r\n"]) == .final(head))
    }

    @Test func `bare line feeds end lines too`() {
        let head = ResponseHead(status: 204, headers: FetchHeaders([("A", "1")]))
        #expect(parse(["HTTP/1.1 204 No\n", "A: 1\n", "\n"]) == .final(head))
    }

    @Test(arguments: [
        ["http/1.1 200 OK\r\n"], ["HTTP/1.1\r\n"], ["HTTP/1.1 20\r\n"], ["HTTP/1.1 2x0 OK\r\n"],
        ["HTTP/1.1 099 OK\r\n"], ["\r\n"],
        ["HTTP/1.1 200 OK\r\n", "no colon\r\n"], ["HTTP/1.1 200 OK\r\n", ": nameless\r\n"],
        ["HTTP/1.1 200 OK\r\n", "Name : v\r\n"], ["HTTP/1.1 200 OK\r\n", " folded first\r\n"],
        ["HTTP/1.1 200 OK\r\n", " Folded: first\r\n"], ["HTTP/1.1 200 OK\r\n", "\tFolded: first\r\n"],
        ["HTTP/1.1 200 OK\r\n", "A: x\u{0}y\r\n"],
    ])
    func `what is not HTTP is malformed`(lines: [String]) {
        #expect(isMalformed(parse(lines)))
    }
}
