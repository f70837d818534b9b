import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Synchronization
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct `Curl request bodies` {
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

@Suite(.inTurn) struct `Curl uploads` {
    private static let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private func upload(
        _ source: UploadSource, to server: LoopbackServer, progress: FetchProgressHandler? = nil
    ) async throws(FileTransferFailure) -> FetchReply {
        // Pieces come from a task: where other tests keep the pool of threads busy for seconds, the wire is silent.
        let policy = FetchPolicy(budget: 1000, idleTimeout: .seconds(60))
        return try await BudgetedFetch(policy: policy, backend: CurlBackend())
            .upload(URLRequest(url: server.url()), from: source, progress: progress)
    }

    private static func file(_ data: Data) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
        try data.write(to: url)
        return url
    }

    /// Pieces with nothing but a suspension between them, and at their end perhaps an error.
    private static func pieces(_ data: Data, of size: Int, error: (any Error)? = nil) -> AsyncThrowingStream<
        Data, any Error
    > {
        let rest = Mutex(data)
        return AsyncThrowingStream {
            await Task.yield()
            let piece = rest.withLock { rest in
                defer { rest = Data(rest.dropFirst(size)) }
                return rest.prefix(size)
            }
            if piece.isEmpty, let error { throw error }
            return piece.isEmpty ? nil : piece
        }
    }

    @Test func `memory and files go out with their length, by PUT`() async throws {
        let server = try LoopbackServer([.awaitBody, .reply(body: "ok")])
        let file = try Self.file(Self.bytes)
        defer { try? FileManager.default.removeItem(at: file) }
        for source in [UploadSource.data(Self.bytes), .file(file)] {
            #expect(try await upload(source, to: server).status == 200)
        }
        for request in server.journal.requests {
            #expect(request.method == "PUT")
            #expect(request.headers["Content-Length"] == "3000000")
            #expect(Data(request.body) == Self.bytes)
        }
    }

    @Test(arguments: [nil, 3_000_000]) func `a sequence goes out as it comes`(length: Int?) async throws {
        let server = try LoopbackServer([.awaitBody, .reply(body: "ok")])
        let source = UploadSource.pieces(Self.pieces(Self.bytes, of: 50_000), length: length)
        let reply = try await upload(source, to: server)
        #expect(reply.receipt.sentBodyBytes >= 3_000_000)
        let request = try #require(server.journal.requests.first)
        #expect(Data(request.body) == Self.bytes)
        #expect(request.headers["Content-Length"] == length.map { "\($0)" })
        #expect(request.headers["Transfer-Encoding"] == (length == nil ? "chunked" : nil))
    }

    @Test func `a sequence is read no faster than the wire takes it`() async throws {
        let server = try LoopbackServer([.stopReading, .stall])
        let taken = Mutex(0)
        let endless = AsyncStream<Data> {
            taken.withLock { $0 += 1 }
            return Data(count: 100_000)
        }
        let task = Task { try await upload(.pieces(endless), to: server) }
        var (last, now) = (-1, 0)
        while now != last || now == 0 {
            try await Task.sleep(for: .milliseconds(300))
            (last, now) = (now, taken.withLock { $0 })
        }
        // What the kernel's buffers hold, and the pipe's two pieces.
        #expect(now < 200)
        task.cancel()
        await #expect(throws: FileTransferFailure.exchange(.transport(.cancelled))) { try await task.value }
    }

    @Test func `a sequence that fails fails the exchange`() async throws {
        let server = try LoopbackServer([.awaitBody, .reply(body: "ok")])
        let source = UploadSource.pieces(Self.pieces(Data(count: 10), of: 5, error: CancellationError()))
        await #expect(throws: FileTransferFailure.exchange(.transport(.requestBodyStreamExhausted))) {
            try await upload(source, to: server)
        }
    }

    @Test func `a file that shrinks while it is sent fails the exchange`() async throws {
        let file = try Self.file(Data(count: 20_000_000))
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try LoopbackServer([.awaitBody, .reply(body: "ok")])
        let handle = try FileHandle(forWritingTo: file)
        await #expect(throws: FileTransferFailure.exchange(.transport(.requestBodyStreamExhausted))) {
            try await upload(.file(file), to: server) { _ in try? handle.truncate(atOffset: 1000) }
        }
        #expect(server.journal.requests.first?.isComplete != true)
    }

    @Test func `a file that cannot be sent is a fault before anything is`() async throws {
        let server = try LoopbackServer(.reply(body: "ok"))
        for path in ["/nowhere", "/tmp", "/dev/zero"] {
            await #expect(throws: FileTransferFailure.self) {
                try await upload(.file(URL(fileURLWithPath: path)), to: server)
            }
        }
        #expect(server.journal.connections.isEmpty)
    }

    @Test(arguments: [413, 401]) func `a final reply ends an upload that is still going`(status: Int) async throws {
        let server = try LoopbackServer([.reply(status: status, body: "no"), .stopReading, .stall])
        let file = try Self.file(Data(count: 20_000_000))
        defer { try? FileManager.default.removeItem(at: file) }
        let endless = AsyncStream<Data> { Data(count: 100_000) }
        for source in [UploadSource.data(Data(count: 20_000_000)), .file(file), .pieces(endless)] {
            let reply = try await upload(source, to: server)
            #expect(reply.status == status)
            #expect(reply.body == Data("no".utf8))
            #expect(reply.receipt.sentBodyBytes < 20_000_000)
        }
    }

    @Test func `progress ends with the whole`() async throws {
        let server = try LoopbackServer([.awaitBody, .reply(body: "ok")])
        let heard = Mutex<[FetchProgress]>([])
        _ = try await upload(.data(Self.bytes), to: server) { progress in heard.withLock { $0.append(progress) } }
        let all = heard.withLock { $0 }
        #expect(all.last?.sentBytes == 3_000_000)
        #expect(all.allSatisfy { $0.expectedSentBytes == 3_000_000 })
        #expect(all.last?.receivedBytes == 2)
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
