import FetchKit
import FetchTesting
import FetchURLSession
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionTests {
    @Suite("Uploads and downloads") struct Uploads {
        private static let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        private let file = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)")

        private func upload(
            _ source: UploadSource, to server: LoopbackServer, deadline: Duration = .seconds(10),
            progress: FetchProgressHandler? = nil
        ) async throws(FileTransferFailure) -> FetchReply {
            let policy = FetchPolicy(budget: 1000, deadline: deadline)
            return try await BudgetedFetch(policy: policy, backend: URLSessionBackend())
                .upload(URLRequest(url: server.url()), from: source, progress: progress)
        }

        @Test func `memory, files and sequences go out with their length`() async throws {
            let server = try LoopbackServer([.awaitBody, .reply(body: "ok")])
            try Self.bytes.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let pieces = AsyncStream<Data> { continuation in
                for start in stride(from: 0, to: 300_000, by: 50_000) {
                    continuation.yield(Self.bytes[start..<start + 50_000])
                }
                continuation.finish()
            }
            let heard = Mutex<FetchProgress?>(nil)
            for source in [UploadSource.data(Self.bytes), .file(file), .pieces(pieces)] {
                let reply = try await upload(source, to: server) { progress in heard.withLock { $0 = progress } }
                #expect(reply.status == 200)
                let last = try #require(heard.withLock { $0 })
                #expect(last.sentBytes == 300_000 && last.expectedSentBytes == 300_000)
                #expect(last.receivedBytes == 2)
            }
            #expect(server.journal.requests.count == 3)
            for request in server.journal.requests {
                #expect(request.method == "PUT")
                #expect(request.headers["Content-Length"] == "300000")
                #expect(Data(request.body) == Self.bytes)
            }
        }

        @Test func `a sequence that fails, never ends or is cancelled sends nothing`() async throws {
            let server = try LoopbackServer(.reply(body: "ok"))
            let failing = AsyncThrowingStream<Data, any Error> { throw CancellationError() }
            await #expect(throws: FileTransferFailure.exchange(.transport(.requestBodyStreamExhausted))) {
                try await upload(.pieces(failing), to: server)
            }
            let (silent, continuation) = AsyncStream.makeStream(of: Data.self)
            await #expect(throws: FileTransferFailure.exchange(.transport(.timedOut))) {
                try await upload(.pieces(silent), to: server, deadline: .milliseconds(200))
            }
            continuation.finish()
            let (other, otherContinuation) = AsyncStream.makeStream(of: Data.self)
            let task = Task { try await upload(.pieces(other), to: server) }
            task.cancel()
            await #expect(throws: FileTransferFailure.exchange(.transport(.cancelled))) { try await task.value }
            otherContinuation.finish()
            #expect(server.journal.connections.isEmpty)
        }

        @Test func `a download is there when it is whole, and nothing is left of a failure`() async throws {
            let server = try LoopbackServer(routes: [
                "/whole": .reply(body: "whole"),
                "/cut": [.head(status: 200, ["Content-Length": "9"]), .send("half"), .close],
            ])
            defer { try? FileManager.default.removeItem(at: file) }
            let fetch = BudgetedFetch(budget: 1000)
            let download = try await fetch.download(URLRequest(url: server.url("/whole")), to: file)
            #expect(download.isWritten && download.fileBytes == 5)
            await #expect(throws: FileTransferFailure.exchange(.transport(.networkConnectionLost))) {
                try await fetch.download(URLRequest(url: server.url("/cut")), to: file)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == "whole")
        }
    }
}
