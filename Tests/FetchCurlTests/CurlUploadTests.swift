import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `Curl request bodies` {
    private let script: Script = [.awaitBody, .reply(body: "ok")]

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "QUERY"])
    func `a body goes out with its length and nothing uninvited`(method: String) async throws {
        let fixture = try CurlFixture(script)
        let body = Data(repeating: 7, count: 2_000_000)
        #expect(
            await fixture.run {
                $0.httpMethod = method; $0.httpBody = body
            }.answer.reply != nil)
        let request = try #require(fixture.server.journal.requests.first)
        #expect(request.method == method)
        #expect(Data(request.body) == body)
        #expect(request.headers["Content-Length"] == "2000000")
        for name in ["Expect", "Content-Type", "Cookie", "Referer", "Authorization", "Transfer-Encoding"] {
            #expect(request.headers[name] == nil, "\(name)")
        }
    }

    @Test(arguments: ["POST", "PUT", "PATCH"]) func `no body is a declared one of no bytes`(method: String) async throws
    {
        let fixture = try CurlFixture(script)
        #expect(await fixture.run { $0.httpMethod = method }.answer.reply != nil)
        let request = try #require(fixture.server.journal.requests.first)
        #expect(request.headers["Content-Length"] == "0")
        #expect(request.headers["Content-Type"] == nil)
    }

    @Test func `nothing of a request with a body is left for the next one on its handle`() async throws {
        let fixture = try CurlFixture(script)
        _ = await fixture.run {
            $0.httpMethod = "PUT"; $0.httpBody = Data("x".utf8); $0.setValue("1", forHTTPHeaderField: "X")
        }
        _ = await fixture.run { $0.httpMethod = "HEAD" }
        _ = await fixture.run()
        let requests = fixture.server.journal.requests
        #expect(requests.map(\.method) == ["PUT", "HEAD", "GET"])
        for request in requests.dropFirst() {
            #expect(request.headers["Content-Length"] == nil && request.headers["X"] == nil)
        }
    }

    @Test func `a stream goes out in chunks, however slowly it comes`() async throws {
        let fixture = try CurlFixture(script)
        let stream = SlowStream(pieces: (0..<5).map { "piece \($0) " }, pause: 0.1)
        #expect(
            await fixture.run {
                $0.httpMethod = "POST"; $0.httpBodyStream = stream
            }.answer.reply != nil)
        let request = try #require(fixture.server.journal.requests.first)
        #expect(request.headers["Transfer-Encoding"] == "chunked")
        #expect(String(decoding: request.body, as: UTF8.self) == "piece 0 piece 1 piece 2 piece 3 piece 4 ")
    }

    @Test func `a large stream is whole`() async throws {
        let fixture = try CurlFixture(script)
        let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(
            await fixture.run {
                $0.httpMethod = "PUT"; $0.httpBodyStream = InputStream(data: data)
            }.answer.reply != nil)
        #expect(fixture.server.journal.requests.first.map { Data($0.body) } == data)
    }

    @Test func `a stream that fails midway fails the exchange`() async throws {
        let fixture = try CurlFixture(script)
        let stream = SlowStream(pieces: ["only this"], pause: 0.05, failsAtEnd: true)
        let answer = await fixture.run {
            $0.httpMethod = "POST"; $0.httpBodyStream = stream
        }.answer
        #expect(answer.failure == .transport(.requestBodyStreamExhausted))
    }
}

/// A stream whose pieces come with pauses between them, and which may break off.
private final class SlowStream: InputStream {
    private var pieces: [String]
    private let pause: Double
    private let failsAtEnd: Bool

    init(pieces: [String], pause: Double, failsAtEnd: Bool = false) {
        self.pieces = pieces
        self.pause = pause
        self.failsAtEnd = failsAtEnd
        super.init(data: Data())
    }

    override func open() {}
    override func close() {}
    override var hasBytesAvailable: Bool { true }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard !pieces.isEmpty else { return failsAtEnd ? -1 : 0 }
        Thread.sleep(forTimeInterval: pause)
        let piece = Array(pieces.removeFirst().utf8)
        unsafe buffer.update(from: piece, count: piece.count)
        return piece.count
    }
}
