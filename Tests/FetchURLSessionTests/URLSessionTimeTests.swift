import FetchKit
import FetchTesting
import FetchURLSession
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Time over URLSession") struct URLSessionTimeTests {
    static let declared = Script.Step.head(status: 200, ["Content-Length": "4000000"])
    static let silences: [Script] = [
        [.stall], [declared, .stall], [declared, .send("some"), .stall],
    ]

    /// How long a request takes to time out, as the backend itself reports it: when the waiting task runs again says
    /// how busy this process is.
    private func timeToFail(_ request: URLRequest, _ policy: FetchPolicy) async throws -> Duration {
        let reported = Mutex<ContinuousClock.Instant?>(nil)
        let fetch = BudgetedFetch(policy: policy, backend: .urlSession) { _ in reported.withLock { $0 = .now } }
        let start = ContinuousClock.now
        await #expect(throws: FetchFailure.transport(.timedOut)) { try await fetch.run(request) }
        return start.duration(to: try #require(reported.withLock { $0 }))
    }

    @Test(arguments: silences) func `silence ends the exchange at the idle timeout`(script: Script) async throws {
        let server = try LoopbackServer(script)
        let policy = FetchPolicy(budget: 4_000_000, idleTimeout: .milliseconds(300))
        let time = try await timeToFail(URLRequest(url: server.url()), policy)
        #expect((.milliseconds(300) ... .milliseconds(450)).contains(time))
    }

    @Test func `the request's own timeout keeps its fraction of a second`() async throws {
        let server = try LoopbackServer([.stall])
        var request = URLRequest(url: server.url())
        request.timeoutInterval = 0.3
        let time = try await timeToFail(request, FetchPolicy(budget: 1))
        #expect((.milliseconds(300) ... .milliseconds(450)).contains(time))
    }

    @Test func `the deadline ends an exchange that is never silent`() async throws {
        let server = try LoopbackServer([Self.declared, .trickle("x", every: .milliseconds(50), endless: true)])
        let policy = FetchPolicy(budget: 4_000_000, idleTimeout: .milliseconds(300), deadline: .seconds(1))
        let time = try await timeToFail(URLRequest(url: server.url()), policy)
        #expect((.seconds(1) ... .milliseconds(1150)).contains(time))
    }
}
