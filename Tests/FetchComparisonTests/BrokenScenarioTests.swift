import FetchComparison
import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

/// Scenarios of the catalogue, each broken on purpose: the test that runs it must fail and say enough.
@Suite(.inTurn) struct BrokenScenarioTests {
    struct Break: Sendable, CustomTestStringConvertible {
        let scenario: String
        /// What the failure must say.
        let words: [String]
        let change: @Sendable (Scenario) -> Scenario

        var testDescription: String { words.joined(separator: ", ") }
    }

    private static let breaks = [
        Break(scenario: "lesson-small", words: ["expected overBudget(7)", "came reply(200, 11 bytes)"]) { small in
            Scenario("lesson-small", .lesson, small.server, .overBudget(7), because: small.reason).with {
                $0.requests = small.requests
            }
        },
        Break(scenario: "lesson-small", words: ["the body differs"]) { $0.with { $0.reply.body = [1, 2] } },
        Break(scenario: "lesson-small", words: ["Content-Type was [\"application/json\"], not []"]) {
            $0.with { $0.reply.headers = ["Content-Type": []] }
        },
        Break(scenario: "lesson-small", words: ["1 requests, not 2"]) { $0.with { $0.wire.requests = 2 } },
        Break(scenario: "time-deadline-shorter-than-idle", words: ["it took 0.4", "not 5 s to 6 s"]) {
            $0.with { $0.time = .seconds(5) ... .seconds(6) }
        },
        Break(
            scenario: "lesson-small",
            words: [
                "the declared divergence no longer holds", "expected reply(200, 11 bytes), came reply(200, 11 bytes)",
                "curl was odd", "take it out",
            ]
        ) { $0.with { $0.divergences = [Divergence("curl", gives: [.hung], because: "curl was odd")] } },
    ]

    @Test(arguments: breaks) func `A broken scenario fails with its name, what came, and why it matters`(
        broken: Break
    ) async throws {
        let scenario = try #require(Scenario.all.first { $0.name == broken.scenario })
        await withKnownIssue {
            await expectMatchOnCurl(of: broken.change(scenario))
        } matching: { issue in
            let failure = issue.comments.map(\.rawValue).joined(separator: "\n")
            return (broken.words + [broken.scenario, scenario.reason]).allSatisfy(failure.contains)
        }
    }
}
