import FetchKit
import FetchTesting
import FetchURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Time over URLSession") struct URLSessionTimeTests {
    static let declared = Script.Step.head(status: 200, ["Content-Length": "4000000"])
    static let silences: [Script] = [
        [.stall], [declared, .stall], [declared, .repeating([120], times: 1_000_000), .stall],
    ]

    private func timeToFail(_ server: LoopbackServer, _ policy: FetchPolicy) async -> Duration {
        let fetch = BudgetedFetch(policy: policy, backend: .urlSession)
        let start = ContinuousClock.now
        await #expect(throws: FetchFailure.transport(.timedOut)) { try await fetch.run(URLRequest(url: server.url())) }
        return start.duration(to: .now)
    }

    @Test(arguments: silences) func `silence ends the exchange at the idle timeout`(script: Script) async throws {
        let server = try LoopbackServer(script)
        let policy = FetchPolicy(budget: 4_000_000, idleTimeout: .milliseconds(300))
        let time = await timeToFail(server, policy)
        #expect(time >= .milliseconds(300))
        #expect(time <= .milliseconds(450))
    }

    @Test func `the request's own timeout keeps its fraction of a second`() async throws {
        let server = try LoopbackServer([.stall])
        var request = URLRequest(url: server.url())
        request.timeoutInterval = 0.3
        let start = ContinuousClock.now
        await #expect(throws: FetchFailure.transport(.timedOut)) { try await BudgetedFetch(budget: 1).run(request) }
        let time = start.duration(to: .now)
        #expect(time >= .milliseconds(300))
        #expect(time <= .milliseconds(450))
    }

    @Test func `the deadline ends an exchange that is never silent`() async throws {
        let server = try LoopbackServer([Self.declared, .trickle("x", every: .milliseconds(50), endless: true)])
        let policy = FetchPolicy(budget: 4_000_000, idleTimeout: .milliseconds(300), deadline: .seconds(1))
        let time = await timeToFail(server, policy)
        #expect(time >= .seconds(1))
        #expect(time <= .milliseconds(1150))
    }
}
