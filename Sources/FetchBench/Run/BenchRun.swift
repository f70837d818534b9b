import FetchTesting
import Foundation

/// Runs every workload on every contender, each time in a process of its own.
///
/// Rounds are the outer loop and the order of the contenders turns with each, so that what else the machine does falls
/// on all of them alike.
struct BenchRun {
    let workloads: [Workload]
    let contenders: [Contender]
    let rounds: Int
    let program: URL
    let endpoints: Endpoints
    /// When no further process is started, and the longest that one may take.
    let end: ContinuousClock.Instant
    let limit: Duration
    let isQuick: Bool
    let progress: BenchProgress

    func run() async -> MedianTable {
        var table = MedianTable()
        for round in 0..<rounds {
            for workload in workloads {
                for turn in contenders.indices {
                    let contender = contenders[(turn + round) % contenders.count]
                    guard !Task.isCancelled, .now < end else { return table }
                    // What failed once would only cost the others their time.
                    if table.fault(of: contender, in: workload) != nil { continue }
                    progress.note(workload: workload, contender: contender, round: round)
                    do {
                        let measurement = try await measure(workload, contender)
                        table.add(measurement, of: contender, in: workload, round: round)
                    } catch {
                        // A process that this run itself cut short says nothing about its contender.
                        guard !Task.isCancelled, .now < end else { return table }
                        table.add("\(error)", of: contender, in: workload)
                    }
                }
            }
        }
        return table
    }

    private func measure(_ workload: Workload, _ contender: Contender) async throws -> Measurement {
        if contender == .urlsession, workload.origin == .http1 || workload.origin == .http2 {
            throw BenchFault("URLSession on Linux cannot be told to trust the run's certificate")
        }
        let limit = min(limit, ContinuousClock.now.duration(to: end) + .seconds(1))
        let child = try ChildProcess(
            program,
            [
                "--measure", workload.name, "--contender", contender.rawValue,
                "--endpoints", String(decoding: try JSONEncoder().encode(endpoints), as: UTF8.self),
            ] + (isQuick ? ["--quick"] : []))
        try child.start()
        switch await child.end(within: limit) {
        case .exited(0): return try JSONDecoder().decode(Measurement.self, from: child.output)
        case .exited:
            let lastWords = child.errors.split(separator: "\n").last.map(String.init) ?? "no result"
            throw BenchFault(lastWords.replacing("fetch-bench: ", with: ""))
        case .signalled(let signal): throw BenchFault("the process ended by signal \(signal)")
        case .tookTooLong: throw BenchFault("it took longer than \(limit.components.seconds) s")
        }
    }
}
