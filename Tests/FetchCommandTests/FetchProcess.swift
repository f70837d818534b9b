import FetchTesting
import Foundation

/// The built `fetch` run as a child process.
final class FetchProcess {
    struct Outcome {
        /// The exit code, or 128 and the number of the signal that ended the process.
        let code: Int32
        let output: Data
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        /// The output as one JSON object.
        var json: [String: Any] {
            get throws { try JSONSerialization.jsonObject(with: output) as? [String: Any] ?? [:] }
        }
        var errorLines: [Substring] { errors.split(separator: "\n") }
    }

    private let child: ChildProcess

    /// - Parameters:
    ///   - outputPath: Stands in for standard output where the outcome need not hold it.
    ///   - program: Runs instead of `fetch`.
    init(_ arguments: [String], input: String = "", outputPath: String? = nil, program: URL? = nil) throws {
        child = try ChildProcess(
            program ?? Self.program(), arguments, input: Data(input.utf8), outputPath: outputPath)
    }

    /// A folder of this process alone, gone with it.
    var folder: URL { child.folder }

    /// Runs `fetch` to its end.
    static func run(_ arguments: String..., input: String = "") async throws -> Outcome {
        let process = try FetchProcess(arguments, input: input)
        try process.start()
        return await process.outcome()
    }

    /// Runs `fetch` to its end with room for so many descriptors, the standard ones among them.
    static func run(_ arguments: String..., descriptors count: Int) async throws -> Outcome {
        let script = #"ulimit -n "$0"; exec "$@""#
        let process = try FetchProcess(
            ["-c", script, String(count), program().path] + arguments, program: URL(fileURLWithPath: "/bin/sh"))
        try process.start()
        return await process.outcome()
    }

    /// Runs `fetch` to its end with a standard output whose reader has gone before it starts.
    static func runIntoClosedPipe(_ arguments: [String]) async throws -> Outcome {
        // The child opens the pipe for writing once the shell has opened and closed it for reading; the shell's own
        // writing end lets neither open wait.
        let script = #"mkfifo pipe; exec 3<>pipe; exec 4>pipe; exec 3<&-; exec "$@" >&4"#
        let process = try FetchProcess(
            ["-c", script, "sh", program().path] + arguments, program: URL(fileURLWithPath: "/bin/sh"))
        try process.start()
        return await process.outcome()
    }

    /// What it has written to standard output so far.
    var output: String { String(decoding: child.output, as: UTF8.self) }

    /// The names in its folder, without those of its own input and output.
    var files: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !["input", "output", "errors"].contains($0) }.sorted()
    }

    func start() throws { try child.start() }

    /// Waits until something is true of the running process; false where it is not within the limit.
    func waits(within limit: Duration = .seconds(20), until condition: (FetchProcess) -> Bool) async -> Bool {
        let end = ContinuousClock.now + limit
        while !condition(self) {
            // A cancelled sleep returns at once, and the loop ends with the limit.
            if ContinuousClock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    func send(_ signal: Int32) { child.send(signal) }

    func outcome() async -> Outcome {
        let code: Int32 =
            switch await child.end() {
            case .exited(let code): code
            case .signalled(let signal): 128 + signal
            case .tookTooLong: -1
            }
        return Outcome(code: code, output: child.output, errors: child.errors)
    }

    /// The program stands beside the test bundle.
    static func program() -> URL {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0])
        return tests.deletingLastPathComponent().appendingPathComponent("fetch")
    }
}
