internal import FetchKit
internal import FetchTesting
internal import Foundation

/// Runs one scenario against an outside program, with a server of its own.
struct ProgramRunner: Sendable {
    /// When a program without an end is killed.
    var limit = Duration.seconds(20)

    /// How much a server may send, beyond which a program is killed: what it reads it may write, and a disk is finite.
    static let mostBytes = 64 << 20

    func run(_ scenario: Scenario, on program: OutsideProgram) async -> ScenarioResult {
        if let obstacle = scenario.obstacleToPrograms {
            return ScenarioResult(
                scenario: scenario.name, contender: program.name, verdict: .notApplicable, outcome: "not applicable",
                milliseconds: 0, wireBytes: 0, message: obstacle)
        }
        do {
            return scenario.judge(try await observe(scenario, on: program), ofProgram: program.name)
        } catch {
            return ScenarioResult(
                scenario: scenario.name, contender: program.name, verdict: .differs, outcome: "not run",
                milliseconds: 0, wireBytes: 0, message: "the program could not be started: \(error)")
        }
    }

    private func observe(_ scenario: Scenario, on program: OutsideProgram) async throws -> Observation {
        let server = try scenario.startServer()
        let url = scenario.requests[0].address(on: server)
        let child = try ChildProcess(program.executable, program.arguments(url: url, policy: scenario.policy))
        let start = ContinuousClock.now
        try child.start()
        let lateness = MachineLateness()
        let mostBytes = max(Self.mostBytes, scenario.policy.budget)
        let guardian = Task {
            let isFlooded = await server.journal.first(within: limit) {
                $0.reduce(0) { $0 + $1.bytesSent } > mostBytes ? true : nil
            }
            if isFlooded == true { child.send(SIGKILL) }
            return isFlooded == true
        }
        let end = await child.end(within: limit)
        let decidedAt = ContinuousClock.now
        server.journal.mark()
        guardian.cancel()
        let isFlooded = await guardian.value
        await server.settle(scenario.wire)
        let answer = ProgramAnswer(end, child, budget: scenario.policy.budget, isFlooded: isFlooded)
        return Observation(
            outcome: answer.outcome, elapsed: start.duration(to: decidedAt), lateness: lateness.end(),
            reply: answer.reply, detail: answer.detail,
            wire: WireObservation(connections: server.journal.connections, decidedAt: decidedAt, port: server.port))
    }
}

extension ProgramAnswer {
    fileprivate init(_ end: ChildProcess.End, _ child: ChildProcess, budget: Int, isFlooded: Bool) {
        switch end {
        case .signalled where isFlooded:
            self.init(outcome: .hung, detail: "it read on, and was ended after \(ProgramRunner.mostBytes >> 20) MiB")
        case .exited(let code):
            self.init(exitCode: code, output: child.output, errors: child.errors, budget: budget)
        case .signalled(let signal): self.init(outcome: .crashed(signal))
        case .tookTooLong: self.init(outcome: .hung)
        }
    }
}
