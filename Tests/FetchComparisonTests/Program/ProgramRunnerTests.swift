import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

/// The programs are shells, which say what a client would.
@Suite(.inTurn) struct ProgramRunnerTests {
    private func run(
        _ script: String, _ scenario: Scenario = Stub.scenario(.reply(200, bytes: 2)), limit: Duration = .seconds(30)
    ) async throws -> ScenarioResult {
        let program = try OutsideProgram("p", command: "/bin/sh -c '\(script)' sh {url} {budget}")
        return await ProgramRunner(limit: limit).run(scenario, on: program)
    }

    @Test func `A program that says the expected matches`() async throws {
        let result = try await run("printf ok; echo 200 >&2")
        #expect(result.verdict == .match, "\(result.message)")
        #expect(result.contender == "p")
    }

    @Test func `A program that says something else differs, and says why it matters`() async throws {
        let result = try await run("echo sorry >&2; exit 28")
        #expect(result.verdict == .differs)
        for words in ["reply(200, 2 bytes)", "transport(timedOut)", "exit code 28: sorry", "it is a stub"] {
            #expect(result.message.contains(words), "\(words)")
        }
    }

    @Test func `What the server saw counts for a program too`() async throws {
        let scenario = Stub.scenario(.reply(200, bytes: 2)).with { $0.wire.requests = 1 }
        let result = try await run("printf ok; echo 200 >&2", scenario)
        #expect(result.verdict == .differs)
        #expect(result.message.contains("0 requests, not 1"))
    }

    @Test func `A program that dies, and one without an end, are outcomes`() async throws {
        #expect(try await run("kill -SEGV $$").outcome == "crashed(SIGSEGV)")
        #expect(try await run("exec sleep 60", limit: .milliseconds(200)).outcome == "hung")
    }

    @Test func `What one command cannot express is not run`() async throws {
        let result = try await run("kill -SEGV $$", Stub.scenario().with { $0.action = .parallel(2) })
        #expect(result.verdict == .notApplicable)
        #expect(result.message.contains("one request"))
    }

    @Test func `Nothing that a program does is unexpected`() async throws {
        let program = try OutsideProgram("p", command: "/bin/false {url}")
        let report = await ComparisonRun([Stub.scenario()], on: [Stub.contender("a")], programs: [program]).run()
        #expect(report.isAsExpected)
        #expect(report.columns == ["a", "p"])
        #expect(report.summary["p"] == ["match": 0, "differs": 1, "notApplicable": 0])
        #expect(report.table.contains("p: 0 match, 1 differs, 0 not applicable"))
    }
}
