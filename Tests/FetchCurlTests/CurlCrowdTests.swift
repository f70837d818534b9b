import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A small origin beside others that crowd the backend, so that it runs over several pools. In a process of its own, for
/// the descriptors.
@Suite(.inTurn) struct `Curl crowds` {
    @Test func `an origin gives way to each crowd once, and nothing of a crowd is lost or left`() async {
        await #expect(processExitsWith: .success) {
            ProcessFootprint.allowDescriptors(4_096)
            let small = try LoopbackServer([.reply(body: "ok")])
            let quiet = try (0..<3).map { _ in try LoopbackServer([.head(status: 200), .stall]) }
            for _ in 0..<3 { try await Leftovers.useBackend(small) }
            let before = try await Leftovers.settled(to: nil)
            try await Crowd(of: 140, at: quiet, beside: small).run()
            for server in quiet { #expect(server.journal.connections.count == 140) }
            // One for each use of another backend, and one at most for each crowd that it gave way to.
            #expect((4...3 + quiet.count).contains(small.journal.connections.count))
            let after = try await Leftovers.settled(to: before)
            #expect(after.descriptors <= before.descriptors)
            #expect(after.threads <= before.threads)
        }
    }
}

/// Exchanges that stay quiet, so many at each of some servers, until they are cancelled or their backend stops.
private struct Crowd {
    private let quiet: [LoopbackServer]
    private let small: LoopbackServer
    private let backend = CurlBackend()
    private let size: Int

    init(of size: Int, at quiet: [LoopbackServer], beside small: LoopbackServer) {
        (self.size, self.quiet, self.small) = (size, quiet, small)
    }

    func run() async throws {
        var tasks: [Task<FetchFailure?, Never>] = []
        for server in quiet {
            for _ in 0..<size { tasks.append(Task { await fetch(server).failure }) }
            let areOpen = await server.journal.first(within: .seconds(30)) { connections in
                connections.count { $0.bytesSent > 0 } >= size ? true : nil
            }
            #expect(areOpen == true)
            #expect(await fetch(small).reply?.status == 200)
        }
        for _ in 0..<20 { #expect(await fetch(small).reply?.body == Data("ok".utf8)) }
        // One of each server, then all of the first.
        for task in [tasks[size], tasks[2 * size]] + tasks[..<size] { task.cancel() }
        for task in [tasks[size], tasks[2 * size]] + tasks[..<size] {
            #expect(await task.value == .transport(.cancelled))
        }
        #expect(await fetch(small).reply?.status == 200)
        backend.stop()
        for task in tasks { #expect(await task.value == .transport(.cancelled)) }
        #expect(await fetch(small).failure == .transport(.cancelled))
    }

    private func fetch(_ server: LoopbackServer) async -> Result<FetchReply, FetchFailure> {
        let policy = FetchPolicy(budget: 10, idleTimeout: .seconds(300), deadline: .seconds(300))
        return await Result.catching { () async throws(FetchFailure) in
            try await BudgetedFetch(policy: policy, backend: backend).run(URLRequest(url: server.url()))
        }
    }
}
