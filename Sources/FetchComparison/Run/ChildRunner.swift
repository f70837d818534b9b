internal import FetchTesting
public import Foundation

/// Runs one scenario in a process of its own, so that a server that can end a process ends only that one.
///
/// The program is called as `compare --run-one SCENARIO --backend CONTENDER`, after the arguments given here, and
/// prints a ``ScenarioResult`` as one line of JSON.
public struct ChildRunner: Sendable {
    private let executable: URL
    private let arguments: [String]
    private let limit: Duration

    /// Makes a runner; by default a child is ended after 90 s.
    public init(executable: URL, arguments: [String] = [], limit: Duration = .seconds(90)) {
        self.executable = executable
        self.arguments = arguments
        self.limit = limit
    }

    /// Runs a scenario and judges the process's death, if it dies.
    public func run(_ scenario: Scenario, on contender: String) async -> ScenarioResult {
        let start = ContinuousClock.now
        do {
            let child = try ChildProcess(
                executable, arguments + ["compare", "--run-one", scenario.name, "--backend", contender])
            try child.start()
            let end = await child.end(within: limit)
            let elapsed = start.duration(to: .now)
            switch end {
            case .exited(let code):
                return Self.result(in: child.output)
                    ?? scenario.failed(
                        on: contender, "the process printed no result and exited with \(code)", lastWords: child.errors)
            case .signalled(let signal):
                return scenario.judge(Observation(outcome: .crashed(signal), elapsed: elapsed), of: contender)
            case .tookTooLong:
                return scenario.judge(Observation(outcome: .hung, elapsed: elapsed), of: contender)
            }
        } catch {
            return scenario.failed(on: contender, "the process could not be started: \(error)", lastWords: "")
        }
    }

    private static func result(in output: Data) -> ScenarioResult? {
        let line = output.split(separator: UInt8(ascii: "\n")).last ?? Data()
        // What is no result is reported by the caller.
        return try? JSONDecoder().decode(ScenarioResult.self, from: line)
    }
}

extension Scenario {
    fileprivate func failed(on contender: String, _ what: String, lastWords: String) -> ScenarioResult {
        let lastWords = lastWords.split(separator: "\n").last.map { ": \($0)" } ?? ""
        return ScenarioResult(
            scenario: name, contender: contender, verdict: .unexpected, outcome: "not run", milliseconds: 0,
            wireBytes: 0, message: what + lastWords)
    }
}
