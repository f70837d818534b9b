import Foundation

/// What was measured, by workload, contender and round, and the medians of it.
struct MedianTable: Sendable {
    /// What one contender made of one workload, as reported.
    struct Cell: Sendable, Encodable {
        /// In the workload's unit.
        var rate: Double
        /// For the workload's whole count.
        var cpuSeconds: Double
        var peakRSSKiB: Double
        var latency: Measurement.Latency?
    }

    /// A contender's cell over the baseline's.
    struct Ratio: Sendable, Encodable {
        var rate: Double
        var cpu: Double
        var rss: Double
    }

    private struct Place: Hashable {
        let workload: String
        let contender: Contender
    }

    private var rounds: [Place: [Int: Cell]] = [:]
    private var faults: [Place: String] = [:]

    mutating func add(_ measurement: Measurement, of contender: Contender, in workload: Workload, round: Int) {
        let size = workload.unit == .mebibytes ? Double(workload.bodySize) / 1_048_576 : 1
        let count = Double(measurement.count)
        rounds[Place(workload: workload.name, contender: contender), default: [:]][round] = Cell(
            rate: count * size / max(measurement.seconds, 1e-9),
            cpuSeconds: measurement.cpuSeconds * Double(workload.count) / count,
            peakRSSKiB: Double(measurement.peakRSSKiB), latency: measurement.latency)
    }

    mutating func add(_ fault: String, of contender: Contender, in workload: Workload) {
        faults[Place(workload: workload.name, contender: contender)] = fault
    }

    /// Why a contender was not measured, or not to the end.
    func fault(of contender: Contender, in workload: Workload) -> String? {
        faults[Place(workload: workload.name, contender: contender)]
    }

    /// The median of each number over the rounds.
    func cell(of contender: Contender, in workload: Workload) -> Cell? {
        let place = Place(workload: workload.name, contender: contender)
        guard faults[place] == nil, let cells = rounds[place]?.values, !cells.isEmpty else { return nil }
        return Cell(
            rate: cells.map(\.rate).median, cpuSeconds: cells.map(\.cpuSeconds).median,
            peakRSSKiB: cells.map(\.peakRSSKiB).median,
            latency: Measurement.Latency(medianOf: cells.compactMap(\.latency)))
    }

    /// The median of the ratios of each round: what disturbed a round disturbed both.
    func ratio(of contender: Contender, in workload: Workload) -> Ratio? {
        let own = rounds[Place(workload: workload.name, contender: contender)] ?? [:]
        let base = rounds[Place(workload: workload.name, contender: .baseline)] ?? [:]
        let pairs = own.compactMap { round, cell in base[round].map { (cell, $0) } }
        guard contender != .baseline, fault(of: contender, in: workload) == nil, !pairs.isEmpty else { return nil }
        return Ratio(
            rate: pairs.map { $0.rate / $1.rate }.median,
            // A clock of the kernel's may say that little work took no time at all.
            cpu: pairs.map { $0.cpuSeconds / max($1.cpuSeconds, 1e-6) }.median,
            rss: pairs.map { $0.peakRSSKiB / max($1.peakRSSKiB, 1) }.median)
    }

    /// The most rounds that any workload was measured in.
    var roundCount: Int { rounds.values.map(\.count).max() ?? 0 }

    /// The fewest rounds that a workload was measured in, of those without a fault.
    var leastRoundCount: Int { rounds.filter { faults[$0.key] == nil }.values.map(\.count).min() ?? 0 }
}

extension Measurement.Latency {
    fileprivate init?(medianOf latencies: [Self]) {
        guard !latencies.isEmpty else { return nil }
        p50Milliseconds = latencies.map(\.p50Milliseconds).median
        p99Milliseconds = latencies.map(\.p99Milliseconds).median
    }
}

extension [Double] {
    /// The middle value, or the mean of the two in the middle; 0 where there is none.
    fileprivate var median: Double {
        let sorted = sorted()
        guard !sorted.isEmpty else { return 0 }
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
