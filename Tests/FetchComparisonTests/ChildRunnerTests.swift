import Foundation
import TestTurns
import Testing

@testable import FetchComparison

/// The children are shells, which do what a crashing backend would.
@Suite(.inTurn) struct ChildRunnerTests {
    private func run(
        _ command: String, limit: Duration = .seconds(30), expected: Outcome = .overBudget(1),
        divergences: [Divergence] = []
    ) async -> ScenarioResult {
        let runner = ChildRunner(executable: URL(filePath: "/bin/sh"), arguments: ["-c", command, "sh"], limit: limit)
        return await runner.run(Stub.scenario(expected).with { $0.divergences = divergences }, on: "a")
    }

    @Test func `The result is the child's last line`() async throws {
        let result = Stub.scenario().judge(Stub.observation(.transport(.timedOut)), of: "a")
        let json = String(decoding: try JSONEncoder().encode(result), as: UTF8.self)
        #expect(await run("echo noise; echo '\(json)'") == result)
    }

    @Test func `The child is told which scenario and which contender`() async {
        let result = await run(#"echo "$@" >&2; exit 3"#)
        #expect(result.verdict == .unexpected)
        #expect(result.message.contains("compare --run-one lesson-stub --backend a"))
        #expect(result.message.contains("exited with 3"))
    }

    @Test func `Death by a signal is an outcome`() async {
        let trap = Divergence("a", gives: [.crashed(SIGILL)], because: "it traps")
        let declared = await run("kill -ILL $$", divergences: [trap])
        #expect(declared.verdict == .crashed)
        #expect(declared.outcome == "crashed(SIGILL)")
        #expect(await run("kill -SEGV $$").verdict == .unexpected)
    }

    @Test func `A child that takes too long is ended`() async {
        let start = ContinuousClock.now
        let result = await run("exec sleep 60", limit: .milliseconds(200))
        #expect(result.outcome == "hung")
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test func `A program that is not there is reported`() async {
        let runner = ChildRunner(executable: URL(filePath: "/nonexistent"))
        #expect(await runner.run(Stub.scenario(), on: "a").message.contains("could not be started"))
    }

    @Test func `Sixteen at once neither wait for nor inherit from each other`() async {
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                // Of the children's files, a child holds the three that are its own.
                group.addTask {
                    await run("ls -l /proc/$$/fd | grep -c fetch-child- | grep -qx 3 && kill -ILL $$; exit 1").outcome
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == Array(repeating: "crashed(SIGILL)", count: 16))
    }
}
