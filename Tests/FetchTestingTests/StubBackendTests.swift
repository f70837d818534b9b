import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct StubBackendTests {
    private let request: URLRequest

    init() throws {
        request = URLRequest(url: try #require(URL(string: "http://stub.test/a")))
    }

    @Test func `A canned reply is judged like a server's`() async throws {
        let body = Data("12345".utf8)
        let reply = try await BudgetedFetch(budget: 5, backend: StubBackend(status: 404, body: body)).run(request)
        #expect(reply.status == 404)
        #expect(reply.body == body)
        await #expect(throws: FetchFailure.overBudget(limit: 4)) {
            try await BudgetedFetch(budget: 4, backend: StubBackend(body: body)).run(request)
        }
        await #expect(throws: FetchFailure.redirectRefused(status: 302)) {
            try await BudgetedFetch(budget: 4, backend: StubBackend(status: 302)).run(request)
        }
    }

    @Test func `Outcomes come in order and run out`() async {
        let backend = StubBackend([.failure(.transport(.timedOut)), .failure(.overBudget(limit: 1))])
        let fetch = BudgetedFetch(budget: 1, backend: backend)
        var failures: [FetchFailure] = []
        for _ in 0..<3 {
            do throws(FetchFailure) { _ = try await fetch.run(request) } catch { failures.append(error) }
        }
        #expect(failures == [.transport(.timedOut), .overBudget(limit: 1), .transport(.resourceUnavailable)])
        #expect(backend.exchanges.map(\.request.url) == Array(repeating: request.url, count: 3))
    }

    @Test func `A request that breaks the rules never reaches it`() async throws {
        let backend = StubBackend()
        let broken = URLRequest(url: try #require(URL(string: "ftp://stub.test/")))
        await #expect(throws: FetchFailure.transport(.unsupportedURL)) {
            try await BudgetedFetch(budget: 1, backend: backend).run(broken)
        }
        #expect(backend.exchanges.isEmpty)
    }
}
