import FetchComparison
import FetchCurl
import Foundation
import TestTurns
import Testing

/// Expects the libcurl backend to match the scenario that the calling test is named after.
func expectMatchOnCurl(_ test: String = #function, sourceLocation: SourceLocation = #_sourceLocation) async {
    let name = test.prefix { $0 != "(" }
    guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
        Issue.record("no scenario has the name \(name)", sourceLocation: sourceLocation)
        return
    }
    await expectMatchOnCurl(of: scenario, sourceLocation: sourceLocation)
}

/// Expects the libcurl backend to match a scenario; the failure says what was expected, what came and why it matters.
func expectMatchOnCurl(of scenario: Scenario, sourceLocation: SourceLocation = #_sourceLocation) async {
    let result = await CurlExpectation.turns.run {
        // A scenario that measures its process has one of its own: this one holds the other tests too.
        scenario.isExclusive
            ? await CurlExpectation.child.run(scenario, on: "curl")
            : await ScenarioRunner().run(scenario, on: CurlExpectation.curl)
    }
    #expect(result.verdict == .match, "\(scenario.name): \(result.message)", sourceLocation: sourceLocation)
}

private enum CurlExpectation {
    static let curl = Contender("curl", stop: { ($0 as? CurlBackend)?.stop() }) { CurlBackend() }

    /// More at a time would be late for their own windows of time.
    static let turns = Turns(4)

    /// The command stands beside the test bundle.
    static let child = ChildRunner(
        executable: URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "fetch"))
}
