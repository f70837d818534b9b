import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Replies that are wrong in ways nobody thought of. A trap, an answer that never comes, a byte over the budget or a
/// short body that passes for a whole one would show here; which end is the right one is for the scenarios to say.
@Suite(.inTurn) struct `Mutated replies` {
    private static let repliesPerSeed = 50
    private static let policy = FetchPolicy(
        budget: 1000, headBudget: 3000, idleTimeout: .milliseconds(300), deadline: .seconds(5))

    @Test(arguments: Array<UInt64>(0..<20))
    func `are answered within the budget, and a short one is no reply`(seed: UInt64) async throws {
        var mutator = try ReplyMutator(seed: seed)
        var routes: [String: Script] = [:]
        for number in 0..<Self.repliesPerSeed {
            // Some are followed by another on the same connection, or by nothing at all.
            let end: [Script.Step] = number % 25 == 24 ? [.stall] : number % 3 == 0 ? [] : [.close]
            routes["/\(number)"] = Script([.send(mutator.next())] + end)
        }
        let fixture = try CurlFixture(routes: routes)
        let fetch = BudgetedFetch(policy: Self.policy, backend: fixture.backend)
        for number in 0..<Self.repliesPerSeed {
            let request = URLRequest(url: fixture.server.url("/\(number)"))
            let bytes = await bytes(of: request, way: number % 4, over: fetch)
            #expect(bytes <= Self.policy.budget, "reply \(number)")
        }
    }

    /// How many bytes of body came, one way or another; for text its scalars, which are never more.
    private func bytes(of request: URLRequest, way: Int, over fetch: BudgetedFetch) async -> Int {
        var count = 0
        do {
            if way == 0 {
                let reply = try await fetch.run(request)
                expectWhole(reply)
                return reply.body.count
            }
            let body = try await fetch.stream(request).body
            switch way {
            case 1: for try await piece in body { count += piece.count }
            case 2: for try await line in body.lines(limit: 500) { count += line.unicodeScalars.count }
            default: for try await event in body.events() { count += event.data.unicodeScalars.count }
            }
        } catch {
            // The right end of most; what came before it counts.
        }
        return count
    }

    /// A reply that declares a length has it, unless its head says that the length does not count.
    private func expectWhole(_ reply: FetchReply) {
        let isPlain = reply.headers["Transfer-Encoding"] == nil && reply.headers["Content-Encoding"] == nil
        guard isPlain, ![204, 304].contains(reply.status) else { return }
        guard let length = reply.headers["Content-Length"].flatMap({ Int($0) }) else { return }
        #expect(reply.body.count == length)
    }
}
