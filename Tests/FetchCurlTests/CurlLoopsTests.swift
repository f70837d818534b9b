import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct `Curl loops` {
    private static func backend(_ loops: Int = 4) -> CurlBackend {
        var options = CurlBackend.Options()
        options.loops = loops
        return CurlBackend(options: options)
    }

    @Test func `a number of loops that makes no sense is the nearest that does`() {
        var options = CurlBackend.Options()
        #expect(options.loops == 1)
        options.loops = -1
        #expect(options.loops == 1)
        options.loops = .max
        #expect(options.loops == 64)
    }

    @Test func `an origin keeps its loop, and so its connection`() async throws {
        let servers = try (0..<8).map { _ in try LoopbackServer([.reply(body: "ok")]) }
        let fetch = BudgetedFetch(budget: 10, backend: Self.backend())
        for _ in 0..<5 {
            for server in servers { #expect(try await fetch.run(URLRequest(url: server.url())).status == 200) }
        }
        for server in servers { #expect(server.journal.connections.count == 1) }
    }

    @Test func `each of many exchanges is answered, by reply, refusal, cancellation or stop`() async throws {
        let routes: [String: Script] = [
            "/ok": .reply(body: "ok"), "/large": .reply(body: "far too long"), "/stall": [.stall],
        ]
        let servers = try (0..<6).map { _ in try LoopbackServer(routes: routes) }
        let backend = Self.backend()
        let fetch = BudgetedFetch(budget: 10, backend: backend)
        func run(_ path: String, _ index: Int) async -> Result<FetchReply, FetchFailure> {
            await Result.catching { () async throws(FetchFailure) in
                try await fetch.run(URLRequest(url: servers[index % servers.count].url(path)))
            }
        }
        let stalled = (0..<60).map { index in Task { await run("/stall", index) } }
        await withTaskGroup { group in
            for index in 0..<300 {
                group.addTask { #expect(await run("/ok", index).reply?.status == 200) }
                group.addTask { #expect(await run("/large", index).failure == .overBudget(limit: 10)) }
            }
        }
        for task in stalled[..<30] { task.cancel() }
        for task in stalled[..<30] { #expect(await task.value.failure == .transport(.cancelled)) }
        backend.stop()
        for task in stalled[30...] { #expect(await task.value.failure == .transport(.cancelled)) }
        #expect(await run("/ok", 0).failure == .transport(.cancelled))
    }
}
