import FetchKit
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A budgeted fetch") struct BudgetedFetchTests {
    /// Records what it is asked and answers with one outcome.
    private final class StubBackend: FetchBackend {
        let asked = Mutex<[FetchExchange]>([])
        let failure: FetchFailure?

        init(failure: FetchFailure? = nil) { self.failure = failure }

        func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
            asked.withLock { $0.append(exchange) }
            guard let url = exchange.request.url, failure == nil else {
                exchange.observer?(FetchDiagnosis(stage: .head, reason: "stub"))
                throw failure ?? .transport(.badURL)
            }
            return FetchReply(status: 200, body: Data("ok".utf8), url: url)
        }
    }

    private func request(timeout: Double? = nil, to text: String = "http://h/") throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: text)))
        if let timeout { request.timeoutInterval = timeout }
        return request
    }

    @Test func `the backend is asked once, with the request and the policy`() async throws {
        let backend = StubBackend()
        let reply = try await BudgetedFetch(budget: 7, backend: backend).run(try request())
        #expect(reply.body == Data("ok".utf8))
        let asked = backend.asked.withLock { $0 }
        #expect(asked.map(\.policy) == [FetchPolicy(budget: 7)])
        #expect(asked.first?.request.url?.absoluteString == "http://h/")
    }

    @Test(
        "the request's own timeout replaces the idle timeout where it names one",
        arguments: [
            (nil, .seconds(9)), (60, .seconds(9)), (0, .seconds(9)), (-1, .seconds(9)), (.nan, .seconds(9)),
            (0.3, .milliseconds(300)), (61, .seconds(61)), (.infinity, FetchPolicy.longestTime),
        ] as [(Double?, Duration)])
    func timeout(interval: Double?, expected: Duration) async throws {
        let backend = StubBackend()
        let policy = FetchPolicy(budget: 7, idleTimeout: .seconds(9))
        _ = try await BudgetedFetch(policy: policy, backend: backend).run(try request(timeout: interval))
        let asked = backend.asked.withLock { $0.map(\.policy) }
        #expect(asked.map(\.idleTimeout) == [expected])
        #expect(asked.map(\.deadline) == [policy.deadline])
    }

    @Test func `a request at fault fails before the backend is asked, and the observer hears why`() async throws {
        let backend = StubBackend()
        let heard = Mutex<[FetchDiagnosis]>([])
        let fetch = BudgetedFetch(policy: FetchPolicy(budget: 7), backend: backend) { diagnosis in
            heard.withLock { $0.append(diagnosis) }
        }
        let request = try request(to: "ftp://h/")
        await #expect(throws: FetchFailure.transport(.unsupportedURL)) { try await fetch.run(request) }
        #expect(backend.asked.withLock(\.count) == 0)
        #expect(heard.withLock { $0.map(\.stage) } == [.request])
    }

    @Test func `a backend's failure passes unchanged, with its diagnosis`() async throws {
        let backend = StubBackend(failure: .overBudget(limit: 7))
        let heard = Mutex<[FetchDiagnosis]>([])
        let fetch = BudgetedFetch(policy: FetchPolicy(budget: 7), backend: backend) { diagnosis in
            heard.withLock { $0.append(diagnosis) }
        }
        let request = try request()
        await #expect(throws: FetchFailure.overBudget(limit: 7)) { try await fetch.run(request) }
        #expect(heard.withLock { $0.map(\.reason) } == ["stub"])
    }

    @Test(
        arguments: [
            (.overBudget(limit: 5), "the body exceeds the budget of 5 bytes"),
            (.redirectRefused(status: 302), "redirect refused (status 302)"),
            (.transport(.timedOut), "timedOut (-1001)"),
            (.transport(.internationalRoamingOff), "code(-1018) (-1018)"),
        ] as [(FetchFailure, String)])
    func `a failure describes itself in one line`(failure: FetchFailure, text: String) {
        #expect(failure.description == text)
    }
}
