import Foundation
import Glibc

/// A run's result as a table for people and as JSON for programs.
struct BenchReport: Sendable {
    let workloads: [Workload]
    let contenders: [Contender]
    let table: MedianTable
    let server: String
    let date = Date.now

    private var machine: String { "\(ProcessInfo.processInfo.activeProcessorCount) cores" }
}

// MARK: JSON

extension BenchReport: Encodable {
    private struct Entry: Encodable {
        /// A cell, or why there is none.
        enum Content: Encodable {
            case cell(MedianTable.Cell)
            case fault(String)

            func encode(to encoder: any Encoder) throws {
                switch self {
                case .cell(let cell): try cell.encode(to: encoder)
                case .fault(let fault): try ["fault": fault].encode(to: encoder)
                }
            }
        }

        let name: String
        let unit: String
        var contenders: [String: Content] = [:]
        var ratios: [String: MedianTable.Ratio] = [:]
    }

    private enum CodingKeys: CodingKey { case date, machine, server, rounds, workloads }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date.ISO8601Format(), forKey: .date)
        try container.encode(machine, forKey: .machine)
        try container.encode(server, forKey: .server)
        try container.encode(table.leastRoundCount, forKey: .rounds)
        try container.encode(workloads.map(entry), forKey: .workloads)
    }

    private func entry(_ workload: Workload) -> Entry {
        var entry = Entry(name: workload.name, unit: workload.unit.rawValue)
        for contender in contenders {
            if let cell = table.cell(of: contender, in: workload) {
                entry.contenders[contender.rawValue] = .cell(cell)
            } else if let fault = table.fault(of: contender, in: workload) {
                entry.contenders[contender.rawValue] = .fault(fault)
            }
            entry.ratios[contender.rawValue] = table.ratio(of: contender, in: workload)
        }
        return entry
    }

    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return try encoder.encode(self) + Data("\n".utf8)
        }
    }
}

// MARK: Text

extension BenchReport {
    var text: String {
        let rows = [Self.header] + workloads.flatMap(rows)
        let widths = Self.header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).enumerated()
                .map { column, cell in column < 2 ? cell.0.padded(to: cell.1) : cell.0.padded(before: cell.1) }
                .joined(separator: "  ")
        }
        let notes = workloads.flatMap(notes)
        return ([title, ""] + lines + [""] + notes + Self.legend).map { "\($0)\n" }.joined()
    }

    private var title: String {
        "\(date.ISO8601Format()), \(machine), \(server), median of \(rounds) rounds"
    }

    private var rounds: String {
        let (least, most) = (table.leastRoundCount, table.roundCount)
        return least == most ? "\(most)" : "\(least) to \(most)"
    }

    private static let header = ["workload", "contender", "rate", "unit", "CPU s", "peak MiB", "rate×", "CPU×", "mem×"]

    private static let legend = [
        "× is the ratio to the baseline in the same round. CPU and memory are of the whole process; urlsession's CPU is",
        "counted up where it was asked for fewer requests.",
    ]

    private func rows(_ workload: Workload) -> [[String]] {
        contenders.map { contender in
            let name = [workload.name, contender.rawValue]
            guard let cell = table.cell(of: contender, in: workload) else {
                return name + ["-", workload.unit.rawValue] + [String](repeating: "-", count: 5)
            }
            let ratio = table.ratio(of: contender, in: workload)
            return name + [
                cell.rate.text(cell.rate < 100 ? 1 : 0), workload.unit.rawValue, cell.cpuSeconds.text(3),
                (cell.peakRSSKiB / 1024).text(1), ratio?.rate.text(2) ?? "", ratio?.cpu.text(2) ?? "",
                ratio?.rss.text(2) ?? "",
            ]
        }
    }

    private func notes(_ workload: Workload) -> [String] {
        contenders.compactMap { contender in
            let place = "\(workload.name), \(contender.rawValue)"
            if let fault = table.fault(of: contender, in: workload) { return "\(place): \(fault)" }
            guard let cell = table.cell(of: contender, in: workload) else { return "\(place): no time was left for it" }
            guard let latency = cell.latency else { return nil }
            let (middle, late) = (latency.p50Milliseconds.text(2), latency.p99Milliseconds.text(2))
            return "\(place): to the wire in \(middle) ms (p50), \(late) ms (p99)"
        }
    }
}

extension Double {
    fileprivate func text(_ digits: Int) -> String {
        formatted(.number.grouping(.never).precision(.fractionLength(digits)).locale(Locale(identifier: "en_US_POSIX")))
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    fileprivate func padded(before width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
