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

    @Test func `a process without descriptors gets a failure that says so`() async {
        await #expect(processExitsWith: .success) {
            let url = try #require(URL(string: "http://127.0.0.1:1/"))
            let before = ProcessFootprint()
            let reasons = Mutex<Set<String>>([])
            func failure(_ backend: CurlBackend, free: rlim_t) async -> FetchFailure? {
                // What looks at the process at its end opens files of its own.
                let allowed = setDescriptorLimit(lowestFreeDescriptor() + free)
                defer { _ = setDescriptorLimit(allowed) }
                let fetch = BudgetedFetch(policy: FetchPolicy(budget: 1), backend: backend) { diagnosis in
                    reasons.withLock { _ = $0.insert(diagnosis.reason) }
                }
                return await Result.catching { () async throws(FetchFailure) in
                    try await fetch.run(URLRequest(url: url))
                }.failure
            }
            // Made where there is none at all, for no longer than that: libdispatch opens files now and then, and traps
            // where it cannot.
            let starved = withDescriptors(0) { CurlBackend() }
            for _ in 0..<3 { #expect(await failure(starved, free: 1) == .transport(.unknown)) }
            // One more each time, until there are enough for a loop, then for a connection; none is given back meanwhile.
            // Again where libdispatch has had one just then.
            let expected: Set = [
                "no descriptors or memory left to start a libcurl loop",
                "no socket could be opened: Too many open files",
            ]
            var backends: [CurlBackend] = []
            for _ in 0..<5 where !expected.isSubset(of: reasons.withLock { $0 }) {
                var free: rlim_t = 0
                repeat {
                    free += 1
                    backends.append(CurlBackend())
                } while await failure(backends[backends.count - 1], free: free) == .transport(.unknown)
            }
            #expect(expected.isSubset(of: reasons.withLock { $0 }))
            for backend in backends { backend.stop() }
            _ = try await Leftovers.settled(to: before)
        }
    }

    @Test func `a backend's thread goes by its name`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.reply(body: "ok")])
            let before = ProcessFootprint()
            let backend = CurlBackend()
            _ = try await BudgetedFetch(budget: 10, backend: backend).run(URLRequest(url: server.url()))
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            let names = threads.compactMap {
                try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
            }
            #expect(names.contains("fetch-curl\n"))
            backend.stop()
            _ = try await Leftovers.settled(to: before)
        }
    }

    @Test func `an idle backend costs no CPU`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.reply(body: "ok")])
            let before = ProcessFootprint()
            let backend = CurlBackend()
            let fetch = BudgetedFetch(budget: 10, backend: backend)
            _ = try await fetch.run(URLRequest(url: server.url()))
            // What the process itself still does after its start is not the backend's: the calmest moment counts.
            var least = Double.infinity
            for _ in 0..<5 {
                let before = clock()
                try await Task.sleep(for: .milliseconds(500))
                least = min(least, Double(clock() - before) / Double(CLOCKS_PER_SEC))
            }
            #expect(least < 0.05)
            backend.stop()
            // A process that ends takes libraries down under a thread that still uses them.
            _ = try await Leftovers.settled(to: before)
        }
    }
}

/// What the leftovers' processes share; outside the suite, since an exit test captures nothing.
enum Leftovers {
    static func useBackend(_ server: LoopbackServer, loops: Int = 1) async throws {
        var options = CurlBackend.Options()
        options.loops = loops
        let fetch = BudgetedFetch(budget: 10, backend: CurlBackend(options: options))
        _ = try await fetch.run(URLRequest(url: server.url()))
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

/// Sets how many descriptors the process may have, and gives how many it might have before.
private func setDescriptorLimit(_ count: rlim_t) -> rlim_t {
    var limit = rlimit()
    // The structure outlives both calls.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    defer {
        limit.rlim_cur = count
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return limit.rlim_cur
}

private func withDescriptors<Value>(_ count: rlim_t, _ body: () -> Value) -> Value {
    let allowed = setDescriptorLimit(count)
    defer { _ = setDescriptorLimit(allowed) }
    return body()
}

/// Every number below is in use.
private func lowestFreeDescriptor() -> rlim_t {
    let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    close(descriptor)
    return rlim_t(descriptor)
}
