import Dispatch
import Foundation
import Glibc

/// The program `fetch-bench`.
@main
enum FetchBench {
    static func main() {
        let start = ContinuousClock.now
        // A server that has gone is an error number of the write.
        signal(SIGPIPE, SIG_IGN)
        Task.detached { await perform(since: start) }
        // Reading on the main actor needs a main thread that serves it.
        if CommandLine.arguments.contains("--reads") { dispatchMain() }
        // Otherwise not: it would wait in a system call at which valgrind 3.19 crashes.
        while true { pause() }
    }

    /// Does what the command line asks for and ends the process.
    private static func perform(since start: ContinuousClock.Instant) async -> Never {
        do {
            let arguments = try BenchArguments(Array(CommandLine.arguments.dropFirst()))
            switch arguments.role {
            case .help: write(Data(BenchArguments.help.utf8))
            case .serve: try await ScriptedServer.serve()
            case .measure(let name, let contender, let endpoints):
                try await measure(name, contender, endpoints, arguments, since: start)
            case .profile(let name, let contender):
                try await withServers(for: [arguments.workload(name)]) { endpoints in
                    try await measure(name, contender, endpoints, arguments, since: start)
                }
            case .reads:
                try await withServers(serving: Set(ReadingWay.allCases.map { $0.mebibytes << 20 })) { endpoints in
                    write(Data(try await ReadingRun(endpoints: endpoints, rounds: arguments.rounds ?? 3).run().utf8))
                }
            case .run: try await run(arguments, since: start)
            }
        } catch {
            FileHandle.standardError.write(Data("fetch-bench: \(error)\n".utf8))
            _exit(1)
        }
        // Handlers of exit would take the TLS library down under the backends' threads.
        _exit(0)
    }

    private static func measure(
        _ name: String, _ contender: Contender, _ endpoints: Endpoints, _ arguments: BenchArguments,
        since start: ContinuousClock.Instant
    ) async throws {
        let run = WorkloadRun(
            workload: try arguments.workload(name), contender: contender, endpoints: endpoints, count: arguments.count)
        write(try JSONEncoder().encode(try await run.run(since: start)) + Data("\n".utf8))
    }

    private static func run(_ arguments: BenchArguments, since start: ContinuousClock.Instant) async throws {
        let workloads = arguments.workloads.filter { workload in arguments.only.map(workload.name.contains) ?? true }
        guard !workloads.isEmpty else { throw BenchFault("no workload's name holds '\(arguments.only ?? "")'") }
        // A file that cannot be written is better known before than after.
        if let path = arguments.json { try Data().write(to: URL(filePath: path)) }
        let rounds = arguments.rounds ?? (arguments.isQuick ? 3 : 5)
        let progress = BenchProgress(rounds: rounds)
        let (report, wasInterrupted) = try await withServers(for: workloads) { endpoints in
            let run = BenchRun(
                workloads: workloads, contenders: arguments.contenders, rounds: rounds, program: try program(),
                endpoints: endpoints,
                end: start.advanced(by: arguments.isQuick ? .seconds(52) : .seconds(3_600)),
                limit: arguments.isQuick ? .seconds(8) : .seconds(60), isQuick: arguments.isQuick, progress: progress)
            let report = BenchReport(
                workloads: workloads, contenders: arguments.contenders, table: await run.run(), server: endpoints.server
            )
            return (report, Task.isCancelled)
        }
        progress.end()
        write(Data(report.text.utf8))
        if let path = arguments.json { try report.json.write(to: URL(filePath: path)) }
        if wasInterrupted { throw BenchFault("interrupted") }
    }

    /// Starts the servers, and stops them whatever happens, an interrupt among it.
    private static func withServers<Result: Sendable>(
        for workloads: [Workload], _ body: @escaping @Sendable (Endpoints) async throws -> Result
    ) async throws -> Result {
        try await withServers(serving: Set(workloads.map(\.replySize).filter { $0 > 0 } + [1024]), body)
    }

    private static func withServers<Result: Sendable>(
        serving sizes: Set<Int>, _ body: @escaping @Sendable (Endpoints) async throws -> Result
    ) async throws -> Result {
        let servers = try await Servers.start(serving: sizes, program: program())
        let work = Task { try await body(servers.endpoints) }
        let interrupts = [SIGINT, SIGTERM].map { InterruptSource($0) { work.cancel() } }
        let result = await work.result
        await servers.stop()
        for interrupt in interrupts { interrupt.stop() }
        return try result.get()
    }

    private static func program() throws(BenchFault) -> URL {
        guard let program = Bundle.main.executableURL else { throw BenchFault("the program does not know its path") }
        return program
    }

    private static func write(_ bytes: Data) { FileHandle.standardOutput.write(bytes) }
}

extension BenchArguments {
    var workloads: [Workload] { Workload.all(quick: isQuick) }

    func workload(_ name: String) throws(BenchFault) -> Workload {
        guard let workload = workloads.first(where: { $0.name == name }) else {
            throw BenchFault("there is no workload '\(name)'; they are \(workloads.map(\.name).joined(separator: " "))")
        }
        return workload
    }
}
