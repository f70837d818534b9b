import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Each in a process of its own, where nothing else opens a descriptor or starts a thread.
@Suite(.inTurn) struct `Curl leftovers` {
    @Test func `two hundred backends leave no thread and no descriptor`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.reply(body: "ok")])
            // The first use opens what the process keeps: libcurl's own state, Foundation's, the concurrency pool.
            for _ in 0..<3 { try await Leftovers.useBackend(server) }
            let before = try await Leftovers.settled(to: nil)
            for number in 0..<200 { try await Leftovers.useBackend(server, loops: number % 4) }
            let after = try await Leftovers.settled(to: before)
            print("before \(before), after \(after)")
            #expect(after.threads <= before.threads)
            #expect(after.descriptors <= before.descriptors)
        }
    }

    @Test func `a reader that waits for ten seconds costs no memory, and its server sends nothing`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.head(status: 200), .endless(Array("0123456789abcdef".utf8))])
            let fetch = BudgetedFetch(budget: .max, backend: CurlBackend())
            let stream = try await fetch.stream(URLRequest(url: server.url()))
            var pieces = stream.body.makeAsyncIterator()
            var count = 0
            while count < 16 << 20, let piece = try await pieces.next() { count += piece.count }
            let sent = try #require(try await server.journal.bytesSentAtRest(for: .seconds(1), tries: 10))
            let memory = ProcessFootprint().residentBytes
            try await Task.sleep(for: .seconds(10))
            let growth = ProcessFootprint().residentBytes - memory
            print("grew by \(growth) bytes; the server sent \(server.journal.bytesSent - sent)")
            #expect(growth < 4 << 20)
            #expect(server.journal.bytesSent == sent)
            #expect(try await pieces.next() != nil)
        }
    }

    @Test func `a backend's thread goes by its name`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.reply(body: "ok")])
            _ = try await BudgetedFetch(budget: 10, backend: Leftovers.kept).run(URLRequest(url: server.url()))
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            let names = threads.compactMap {
                try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
            }
            #expect(names.contains("fetch-curl\n"))
        }
    }

    @Test func `an idle backend costs no CPU`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.reply(body: "ok")])
            let fetch = BudgetedFetch(budget: 10, backend: Leftovers.kept)
            _ = try await fetch.run(URLRequest(url: server.url()))
            // What the process itself still does after its start is not the backend's: the calmest moment counts.
            var least = Double.infinity
            for _ in 0..<5 {
                let before = clock()
                try await Task.sleep(for: .milliseconds(500))
                least = min(least, Double(clock() - before) / Double(CLOCKS_PER_SEC))
            }
            #expect(least < 0.05)
        }
    }
}

/// What the leftovers' processes share; outside the suite, since an exit test captures nothing.
enum Leftovers {
    /// Lasts as long as its process: where its thread ends with it, LeakSanitizer may find what OpenSSL keeps for the thread
    /// and is about to free.
    static let kept = CurlBackend()

    static func useBackend(_ server: LoopbackServer, loops: Int = 1) async throws {
        var options = CurlBackend.Options()
        options.loops = loops
        let fetch = BudgetedFetch(budget: 10, backend: CurlBackend(options: options))
        _ = try await fetch.run(URLRequest(url: server.url()))
        // What TLS alone needs is left as little.
        let url = try #require(URL(string: "https://127.0.0.1:1/"))
        let refusal = await Result.catching { () async throws(FetchFailure) in
            try await fetch.run(URLRequest(url: url))
        }
        #expect(refusal.failure == .transport(.cannotConnectToHost))
    }

    /// The process's footprint once it is down to another one, or after two seconds as it is.
    static func settled(to goal: ProcessFootprint?) async throws -> ProcessFootprint {
        var footprint = ProcessFootprint()
        for _ in 0..<100 {
            try await Task.sleep(for: .milliseconds(20))
            footprint = ProcessFootprint()
            if let goal, footprint.threads <= goal.threads, footprint.descriptors <= goal.descriptors { break }
        }
        return footprint
    }
}
