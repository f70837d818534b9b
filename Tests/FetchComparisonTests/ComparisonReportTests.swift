import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

@Suite(.inTurn) struct ComparisonReportTests {
    private let right = Stub.scenario()

    private func report(progress: @escaping ComparisonRun.Progress = { _ in }) async -> ComparisonReport {
        let other = Scenario("budget-stub", .budget, .script(.reply()), .overBudget(1), because: "so").with {
            $0.divergences = [Divergence("b", gives: [.transport(.timedOut)], because: "b is odd")]
        }
        let contenders = [Stub.contender("a"), Stub.contender("b")]
        return await ComparisonRun([right, other], on: contenders, parallelism: 2, progress: progress).run()
    }

    @Test func `The JSON has the shape that other tools read`() async throws {
        let json = try await report().json()
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Set(object.keys) == ["contenders", "programs", "scenarios", "summary"])
        let rows = try #require(object["scenarios"] as? [[String: Any]])
        #expect(rows.map { $0["name"] as? String } == ["lesson-stub", "budget-stub"])
        #expect(rows[0]["family"] as? String == "From the lesson")
        #expect(rows[0]["expected"] as? String == "transport(timedOut)")
        let cell = try #require((rows[0]["results"] as? [String: [String: Any]])?["a"])
        #expect(Set(cell.keys) == ["verdict", "outcome", "milliseconds", "wireBytes", "wire"])
        #expect(cell["verdict"] as? String == "match")
        let summary = try #require(object["summary"] as? [String: [String: Int]])
        #expect(summary["a"] == ["match": 1, "divergence": 0, "unexpected": 1, "crashed": 0])
        #expect(summary["b"] == ["match": 1, "divergence": 1, "unexpected": 0, "crashed": 0])
    }

    @Test func `It is as expected only when nothing is unexpected`() async {
        #expect(await report().isAsExpected == false)
        #expect(await ComparisonRun([right], on: [Stub.contender()]).run().isAsExpected)
    }

    @Test func `The table names every scenario, verdict and sum, and says what is unexpected`() async {
        let table = await report().table
        for words in [
            "lesson-stub", "budget-stub", "From the lesson", "divergence: transport(timedOut)",
            "unexpected: budget-stub on a: expected overBudget(1), came transport(timedOut)",
            "b: 1 match, 1 divergence, 0 unexpected, 0 crashed",
        ] { #expect(table.contains(words), "\(words) in:\n\(table)") }
    }

    @Test func `The Markdown has a row for each scenario`() async {
        let lines = await report().markdown.split(separator: "\n")
        #expect(lines.first == "| scenario | expected | a | b |")
        #expect(lines.count { $0.hasPrefix("| `") } == 2)
    }

    @Test func `Each result is heard of once`() async {
        let (results, continuation) = AsyncStream.makeStream(of: ScenarioResult.self)
        _ = await report { continuation.yield($0) }
        continuation.finish()
        var heard: [String] = []
        for await result in results { heard.append("\(result.scenario) \(result.contender)") }
        #expect(heard.sorted() == ["budget-stub a", "budget-stub b", "lesson-stub a", "lesson-stub b"])
    }
}
