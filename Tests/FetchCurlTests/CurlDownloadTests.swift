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

@Suite(.inTurn) struct `Curl downloads` {
    /// A folder of the test's own, which goes with it.
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appending(path: "download-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }

        var target: URL { url.appending(path: "file") }
        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path))?.sorted() ?? [] }
        var text: String? { try? String(contentsOf: target, encoding: .utf8) }
    }

    private let folder: Folder
    init() throws { folder = try Folder() }

    private func download(
        from server: LoopbackServer, budget: Int = 1 << 20, resuming: Bool = false,
        progress: FetchProgressHandler? = nil
    ) async throws(FileTransferFailure) -> FetchDownload {
        let policy = FetchPolicy(budget: budget, idleTimeout: .seconds(2))
        return try await BudgetedFetch(policy: policy, backend: CurlBackend())
            .download(URLRequest(url: server.url()), to: folder.target, resuming: resuming, progress: progress)
    }

    @Test func `a file is there when it is whole, in place of the one before`() async throws {
        try "before".write(to: folder.target, atomically: true, encoding: .utf8)
        let server = try LoopbackServer([
            .head(status: 200, ["Content-Length": "8"]), .send("half"), .pause(.milliseconds(300)), .send("half"),
        ])
        let midway = Mutex<String?>(nil)
        let download = try await download(from: server) { progress in
            if progress.receivedBytes == 4 { midway.withLock { $0 = folder.text } }
        }
        #expect(midway.withLock { $0 } == "before")
        #expect(folder.text == "halfhalf")
        #expect(folder.names == ["file"])
        #expect(download.isWritten && download.fileBytes == 8 && download.status == 200)
        #expect(server.journal.requests.first?.headers["Accept-Encoding"] == "identity")
    }

    @Test(
        arguments: [
            (
                [.head(status: 200, ["Content-Length": "8"]), .send("half"), .close] as Script,
                FetchFailure.transport(.networkConnectionLost)
            ),
            ([.head(status: 200), .send("far too long"), .stall], .overBudget(limit: 8)),
            (.reply(status: 302, headers: ["Location": "/"]), .redirectRefused(status: 302)),
            (
                [.head(status: 200, ["Content-Length": "8", "ETag": "\"a\""]), .send("half"), .close],
                .transport(.networkConnectionLost)
            ),
        ] as [(Script, FetchFailure)])
    func `nothing is left of a failure`(script: Script, failure: FetchFailure) async throws {
        try "before".write(to: folder.target, atomically: true, encoding: .utf8)
        let server = try LoopbackServer(script)
        await #expect(throws: FileTransferFailure.exchange(failure)) { try await download(from: server, budget: 8) }
        #expect(folder.names == ["file"])
        #expect(folder.text == "before")
    }

    @Test func `a status that is no success leaves the file, and says what the server said`() async throws {
        let server = try LoopbackServer(.reply(status: 404, body: String(repeating: "no ", count: 100_000)))
        let download = try await download(from: server)
        #expect(!download.isWritten && download.status == 404)
        #expect(download.body == Data(String(repeating: "no ", count: 100_000).utf8.prefix(64 * 1024)))
        #expect(folder.names.isEmpty)
    }

    // MARK: Resuming

    private static let entity = String(repeating: "0123456789", count: 100)
    private static let cut: Script = [
        .head(status: 200, ["Content-Length": "1000", "ETag": "\"a\""]), .send(String(entity.prefix(400))), .close,
    ]

    /// Leaves the first 400 bytes of the entity from a server that then does something else.
    private func resume(against second: Script) async throws -> (download: FetchDownload, server: LoopbackServer) {
        let answers = Mutex([Self.cut, second])
        let server = try LoopbackServer { _ in answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
        await #expect(throws: FileTransferFailure.exchange(.transport(.networkConnectionLost))) {
            try await download(from: server, resuming: true)
        }
        #expect(folder.names == [".file.part", ".file.part-of"])
        return (try await download(from: server, resuming: true), server)
    }

    @Test func `the rest is asked for, of the same entity`() async throws {
        let (download, server) = try await resume(against: [
            .head(status: 206, ["Content-Length": "600", "Content-Range": "bytes 400-999/1000", "ETag": "\"a\""]),
            .send(String(Self.entity.dropFirst(400))),
        ])
        #expect(folder.text == Self.entity)
        #expect(folder.names == ["file"])
        #expect(download.resumedBytes == 400 && download.fileBytes == 1000)
        let request = try #require(server.journal.requests.last)
        #expect(request.headers["Range"] == "bytes=400-")
        #expect(request.headers["If-Range"] == "\"a\"")
    }

    @Test func `an entity that changed, or a server without ranges, starts over`() async throws {
        let (download, _) = try await resume(against: .reply(headers: ["ETag": "\"b\""], body: "new"))
        #expect(folder.text == "new")
        #expect(folder.names == ["file"])
        #expect(download.resumedBytes == 0 && download.fileBytes == 3)
    }

    @Test(
        arguments: [
            ["Content-Range": "bytes 399-999/1000"], ["Content-Range": "bytes 400-999/1000", "ETag": "\"b\""], [:],
            ["Content-Range": "bytes 400-999/1000", "Content-Encoding": "gzip"],
        ] as [[String: String]])
    func `a part that does not fit is not used`(fields: [String: String]) async throws {
        let head = "HTTP/1.1 206 Partial Content\r\n" + fields.map { "\($0): \($1)\r\n" }.joined()
        let answers = Mutex<[Script]>([Self.cut, [.send(head + "Content-Length: 3\r\n\r\nbad"), .close]])
        let server = try LoopbackServer { request in
            answers.withLock { $0.isEmpty ? .reply(body: Self.entity) : $0.removeFirst() }
        }
        _ = try? await download(from: server, resuming: true)
        let download = try await download(from: server, resuming: true)
        #expect(folder.text == Self.entity)
        #expect(download.resumedBytes == 0)
        #expect(server.journal.requests.map { $0.headers["Range"] != nil } == [false, true, false])
    }

    @Test func `a range that cannot be satisfied is asked for as a whole`() async throws {
        let answers = Mutex([Self.cut, .reply(status: 416, headers: ["Content-Range": "bytes */3"])])
        let server = try LoopbackServer { _ in
            answers.withLock { $0.isEmpty ? .reply(body: "new") : $0.removeFirst() }
        }
        _ = try? await download(from: server, resuming: true)
        #expect(try await download(from: server, resuming: true).fileBytes == 3)
        #expect(folder.text == "new")
    }

    @Test func `a server that sends less of the rest is asked again`() async throws {
        let server = try LoopbackServer { request in
            guard let range = request.headers["Range"], let first = Int(range.dropFirst(6).dropLast()) else {
                return Self.cut
            }
            let piece = Self.entity.dropFirst(first).prefix(250)
            let last = first + piece.count - 1
            return [
                .head(
                    status: 206, ["Content-Length": "\(piece.count)", "Content-Range": "bytes \(first)-\(last)/1000"]),
                .send(String(piece)),
            ]
        }
        _ = try? await download(from: server, resuming: true)
        _ = try await download(from: server, resuming: true)
        #expect(folder.text == Self.entity)
        #expect(server.journal.requests.count == 4)
    }

    @Test func `an answer that says nothing of the entity leaves the part for later`() async throws {
        let (download, _) = try await resume(against: .reply(status: 503, body: "busy"))
        #expect(!download.isWritten && download.status == 503 && download.body == Data("busy".utf8))
        #expect(folder.names == [".file.part", ".file.part-of"])
    }

    @Test func `a failure of what cannot be identified leaves nothing to resume`() async throws {
        for tag in ["W/\"a\"", "a"] {
            let server = try LoopbackServer([
                .head(status: 200, ["Content-Length": "8", "ETag": tag]), .send("half"), .close,
            ])
            _ = try? await download(from: server, resuming: true)
            #expect(folder.names.isEmpty)
        }
    }

    @Test func `two attempts at the same part do not mix`() async throws {
        let server = try LoopbackServer([.head(status: 200, ["ETag": "\"a\""]), .send("one"), .stall])
        let first = Task { try await download(from: server, resuming: true) }
        _ = await server.journal.requests(count: 1, within: .seconds(5))
        let second = await Task { try await download(from: server, resuming: true) }.result
        #expect(throws: FileTransferFailure.self) { try second.get() }
        #expect(server.journal.requests.count == 1)
        first.cancel()
        _ = await first.result
    }

    // MARK: Files

    @Test func `a place that cannot be written to is a fault before anything is sent`() async throws {
        let server = try LoopbackServer(.reply(body: "ok"))
        let fetch = BudgetedFetch(budget: 10, backend: CurlBackend())
        for path in ["/nowhere/file", "/dev/null", "/tmp", "/proc/file"] {
            await #expect(throws: FileTransferFailure.self) {
                try await fetch.download(URLRequest(url: server.url()), to: URL(fileURLWithPath: path))
            }
        }
        #expect(server.journal.connections.isEmpty)
    }

    @Test func `progress ends with the whole, and counts what was there before`() async throws {
        let heard = Mutex<[FetchProgress]>([])
        let answers = Mutex([Self.cut])
        let server = try LoopbackServer { _ in
            if let first = answers.withLock({ $0.popLast() }) { return first }
            return [
                .head(status: 206, ["Content-Length": "600", "Content-Range": "bytes 400-999/1000"]),
                .trickle(String(Self.entity.dropFirst(400)), by: 10, every: .milliseconds(5)),
            ]
        }
        _ = try? await download(from: server, resuming: true)
        let start = ContinuousClock.now
        _ = try await download(from: server, resuming: true) { progress in heard.withLock { $0.append(progress) } }
        let elapsed = start.duration(to: .now)
        let all = heard.withLock { $0 }
        #expect(all.last?.receivedBytes == 1000)
        #expect(all.allSatisfy { $0.expectedReceivedBytes == 1000 })
        #expect(all.map(\.receivedBytes) == all.map(\.receivedBytes).sorted())
        #expect(all.count > 2 && Double(all.count) <= elapsed / .milliseconds(50) + 2)
    }
}
