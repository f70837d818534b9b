import FetchKit
import TestTurns
import Testing

@testable import FetchTesting

@Suite(.inTurn) struct RequestReaderTests {
    private static let requests =
        "POST /a?q=1 HTTP/1.1\r\nHost: h\r\nX-A:  one\r\nX-A: two\r\nContent-Length: 5\r\n\r\nhello"
        + "PUT /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\n"
        + "GET /c HTTP/1.1\r\n\r\n"

    private func read(_ pieces: [[UInt8]]) -> [RecordedRequest] {
        var reader = RequestReader()
        var requests: [RecordedRequest] = []
        for event in pieces.flatMap({ reader.receive($0) }) {
            switch event {
            case .head(let request): requests.append(request)
            case .body(let bytes): requests[requests.count - 1].body += bytes
            case .end: requests[requests.count - 1].isComplete = true
            }
        }
        return requests
    }

    @Test func `Requests on one connection are told apart by length and by chunks`() throws {
        let requests = read([Array(Self.requests.utf8)])
        try #require(requests.count == 3)
        #expect(requests.map(\.method) == ["POST", "PUT", "GET"])
        #expect(requests.map(\.target) == ["/a?q=1", "/b", "/c"])
        #expect(requests.map(\.path) == ["/a", "/b", "/c"])
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["hello", "abc0123456789", ""])
        #expect(requests.allSatisfy { $0.isComplete })
        #expect(requests[0].headers.values(of: "x-a") == ["one", "two"])
        #expect(requests[2].headText == "GET /c HTTP/1.1\r\n\r\n")
    }

    @Test func `It does not matter where the bytes are split`() {
        let bytes = Array(Self.requests.utf8)
        let whole = read([bytes])
        for offset in 1..<bytes.count {
            #expect(read([Array(bytes[..<offset]), Array(bytes[offset...])]) == whole, "split at \(offset)")
        }
        #expect(read(bytes.map { [$0] }) == whole)
    }

    @Test func `A body cut short is not complete`() {
        let requests = read([Array("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf".utf8)])
        #expect(requests.map(\.isComplete) == [false])
        #expect(requests.first?.body == Array("half".utf8))
    }
}
