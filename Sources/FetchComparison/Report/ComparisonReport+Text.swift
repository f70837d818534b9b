extension ComparisonReport {
    /// The contenders, by name.
    private var contenders: [String] { summary.keys.sorted() }

    /// A table for a terminal: a line for each scenario, then what is unexpected in full, then the sums.
    public var table: String {
        let contenders = contenders
        let nameWidth = scenarios.map(\.name.count).max() ?? 0
        let widths = contenders.map { contender in
            max(contender.count, scenarios.map { Self.text($0.results[contender]).count }.max() ?? 0)
        }
        var lines: [String] = []
        var family: String?
        for row in scenarios {
            if row.family != family {
                family = row.family
                lines += ["", Self.line([row.family] + contenders, [nameWidth] + widths)]
            }
            lines.append(
                Self.line([row.name] + contenders.map { Self.text(row.results[$0]) }, [nameWidth] + widths))
        }
        return (lines + [""] + unexpected + sums).joined(separator: "\n") + "\n"
    }

    /// The same as a Markdown table, with the expected outcome.
    public var markdown: String {
        let contenders = contenders
        let head = ["scenario", "expected"] + contenders
        let rows =
            [head, head.map { _ in "---" }]
            + scenarios.map { row in
                ["`\(row.name)`", row.expected] + contenders.map { Self.text(row.results[$0]) }
            }
        let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        return (lines + [""] + sums).joined(separator: "\n") + "\n"
    }

    private var unexpected: [String] {
        scenarios.flatMap { row in
            contenders.compactMap { contender in
                guard let cell = row.results[contender], cell.verdict == .unexpected else { return nil }
                return "unexpected: \(row.name) on \(contender): \(cell.message ?? "")"
            }
        }
    }

    private var sums: [String] {
        contenders.map { contender in
            let counts = Verdict.allCases.map { "\(summary[contender]?[$0.rawValue] ?? 0) \($0.rawValue)" }
            return "\(contender): " + counts.joined(separator: ", ")
        }
    }

    /// A cell in words. The outcome stands there only where it is not the expected one.
    private static func text(_ cell: Cell?) -> String {
        guard let cell else { return "-" }
        let cost = "\(cell.milliseconds) ms, \(size(cell.wireBytes))"
        return cell.verdict == .match ? "match, \(cost)" : "\(cell.verdict.rawValue): \(cell.outcome), \(cost)"
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_240: "\(bytes) B"
        case ..<(10 << 20): "\(bytes >> 10) KiB"
        default: "\(bytes >> 20) MiB"
        }
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: max(0, width - cell.count))
        }.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
