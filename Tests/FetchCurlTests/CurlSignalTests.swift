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

/// What would end or stop a process by a signal, in processes of their own.
@Suite(.inTurn) struct `Curl in a process of its own` {
    @Test func `a reset amid an upload is a failure where SIGPIPE ends a process`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let server = try LoopbackServer([.readBody(upTo: 1 << 20), .reset])
            let fetch = BudgetedFetch(policy: FetchPolicy(budget: 10), backend: CurlBackend())
            for source in [UploadSource.data(Data(count: 20_000_000)), .pieces(Self.endless)] {
                await #expect(throws: FileTransferFailure.exchange(.transport(.networkConnectionLost))) {
                    try await fetch.upload(URLRequest(url: server.url()), from: source)
                }
            }
        }
    }

    private static var endless: AsyncStream<Data> { AsyncStream { Data(count: 100_000) } }

    @Test func `a process that exits amid exchanges keeps still while the libraries end`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.reply(body: "ok")])
            BusyServer.current.withLock { $0 = server }
            // Registered before libcurl's, so it runs where theirs do.
            atexit { if !BusyServer.isLeftAlone() { _exit(1) } }
            let fetch = BudgetedFetch(policy: FetchPolicy(budget: 10), backend: CurlBackend())
            for _ in 0..<4 {
                Task.detached { while true { _ = try await fetch.run(URLRequest(url: server.url())) } }
            }
            let isBusy = await server.journal.first(within: .seconds(20)) { connections in
                connections.reduce(0) { $0 + $1.requests.count } > 100 ? true : nil
            }
            #expect(isBusy == true)
            exit(0)
        }
    }

    @Test func `a file that has no room fails the download, cuts the wire and leaves nothing`() async {
        await #expect(processExitsWith: .success) {
            // The kernel's stand-in for a full disk: a file may grow no further, and the signal is not to end the process.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
            #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let folder = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let server = try LoopbackServer([.head(status: 200), .endless(Array("0123456789abcdef".utf8))])
            let fetch = BudgetedFetch(budget: 1 << 30, backend: CurlBackend())
            let failure = await #expect(throws: FileTransferFailure.self) {
                try await fetch.download(URLRequest(url: server.url()), to: folder.appending(path: "file"))
            }
            guard case .file(let fault)? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(fault.code == EFBIG && fault.operation == "write")
            #expect(await server.journal.peerClosed(within: .seconds(5)) != nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }
}

/// The server of a process that exits.
private enum BusyServer {
    static let current = Mutex<LoopbackServer?>(nil)

    /// True where nobody asks it for anything, a while after what was under way.
    static func isLeftAlone() -> Bool {
        guard let server = current.withLock({ $0 }) else { return false }
        usleep(100_000)
        let count = server.journal.bytesSent
        usleep(300_000)
        return server.journal.bytesSent == count
    }
}
