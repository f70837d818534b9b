import FetchComparison
import FetchKit
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// URLSession as many programs use it: it follows redirects, and reads everything before it looks at the size.
struct PlainBackend: FetchBackend {
    func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
        guard let (body, response) = try? await URLSession.shared.data(for: exchange.request),
            let head = response as? HTTPURLResponse, let url = head.url
        else { throw .transport(.unknown) }
        if body.count > exchange.policy.budget { throw .overBudget(limit: exchange.policy.budget) }
        return FetchReply(status: head.statusCode, body: body, url: url)
    }
}

@Suite(.inTurn) struct ThirdBackendTests {
    @Test func `A backend of one's own is compared like any other`() async {
        let follows = Divergence("plain", gives: [.reply(200, bytes: 11)], misses: [.wire], because: "it follows")
        let readsOn = Divergence("plain", misses: [.time, .wire], because: "it reads everything first")
        let scenarios = Scenario.all.matching("budget-exact", "budget-one-more", "lesson-redirect", "flood-64-mib")
            .declaring(follows, in: "lesson-redirect")
            .declaring(readsOn, in: "budget-flood-64-mib")
        let report = await ComparisonRun(scenarios, on: [Contender("plain") { PlainBackend() }]).run()
        #expect(report.unexpected == [])
    }
}
