internal import FetchComparison
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Performs one `fetch compare`.
struct CompareCommand {
    let arguments: CompareArguments
    let console: Console

    /// Returns what the process ends with: 0, or 1 where a result is unexpected, and the codes of ``ExitCode``.
    func run() async -> Int32 {
        do throws(FileFault) {
            if let name = arguments.runOne { return try await runOne(name) }
            if let name = arguments.describe { return try describe(name) }
            let scenarios = Scenario.all.filter { scenario in arguments.filter.map(scenario.matches) ?? true }
            guard !scenarios.isEmpty else {
                console.complain("no scenario matches '\(arguments.filter ?? "")'; --list names them")
                return ExitCode.usage.rawValue
            }
            if arguments.list { return try list(scenarios) }
            let files = try (
                json: arguments.json.map(OutputFile.init), markdown: arguments.markdown.map(OutputFile.init),
                html: arguments.html.map(OutputFile.init)
            )
            let report = await compare(scenarios)
            try console.write(Data(report.table.utf8))
            try files.markdown?.write(Data(report.markdown.utf8))
            try files.html?.write(Data(report.page(of: scenarios, circumstances: Circumstances().line).utf8))
            if let json = files.json { try json.write(encoded(report.json)) }
            return report.isAsExpected ? 0 : 1
        } catch {
            if let reason = error.reason { console.complain(reason) }
            return error.exitCode.rawValue
        }
    }

    /// Names the scenarios, one a line, each with its family and what is expected.
    private func list(_ scenarios: [Scenario]) throws(FileFault) -> Int32 {
        let width = scenarios.map(\.name.count).max() ?? 0
        let lines = scenarios.map { scenario in
            let name = scenario.name.padding(toLength: width, withPad: " ", startingAt: 0)
            return "\(name)  \(scenario.family.rawValue): \(scenario.expected)\n"
        }
        try console.write(Data(lines.joined().utf8))
        return 0
    }

    /// Explains one scenario.
    private func describe(_ name: String) throws(FileFault) -> Int32 {
        guard let scenario = Scenario.all.first(where: { $0.name == name }) else { return unknown(name) }
        try console.write(Data(ScenarioExplanation(scenario).text.utf8))
        return 0
    }

    private func unknown(_ name: String) -> Int32 {
        let nearest = NearestNames(to: name, among: Scenario.all.map(\.name)).names
        let hint = nearest.isEmpty ? "--list names them" : "did you mean \(nearest.joined(separator: ", "))?"
        console.complain("there is no scenario '\(name)'; \(hint)")
        return ExitCode.usage.rawValue
    }

    private func compare(_ scenarios: [Scenario]) async -> ComparisonReport {
        let contenders = arguments.backends.map(\.contender)
        let columns = contenders.count + arguments.programs.count
        let progress = CompareProgress(total: scenarios.count * columns, descriptor: console.errors)
        let child = Bundle.main.executableURL.map { ChildRunner(executable: $0) }
        let run = ComparisonRun(scenarios, on: contenders, programs: arguments.programs, child: child) {
            progress.note($0)
        }
        // The first process of a container gets no signal that it has not asked for.
        let signals = await SignalWatch()
        signals.onFirst { _exit(128 + $0) }
        defer {
            signals.stop()
            progress.end()
        }
        return await run.run()
    }

    /// Runs one scenario in this process and prints its result as one line of JSON.
    private func runOne(_ name: String) async throws(FileFault) -> Int32 {
        guard let scenario = Scenario.all.first(where: { $0.name == name }), let backend = arguments.backends.first
        else { return unknown(name) }
        let result = await ScenarioRunner().run(scenario, on: backend.contender)
        try console.write(encoded { try JSONEncoder().encode(result) } + Data("\n".utf8))
        return 0
    }

    /// Encoding plain values does not fail; were it to, the file would be what cannot be written.
    private func encoded(_ encode: () throws -> Data) throws(FileFault) -> Data {
        do { return try encode() } catch { throw FileFault(.write, "the report cannot be encoded: \(error)") }
    }
}
