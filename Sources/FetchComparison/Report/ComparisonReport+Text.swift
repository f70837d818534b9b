extension ComparisonReport {
    /// A table for a terminal: a line for each scenario, then what is unexpected in full, then the sums.
    public var table: String {
        let nameWidth = scenarios.map(\.name.count).max() ?? 0
        let widths = columns.map { column in
            max(column.count, scenarios.map { Self.text($0.results[column]).count }.max() ?? 0)
        }
        var lines: [String] = []
        var family: String?
        for row in scenarios {
            if row.family != family {
                family = row.family
                lines += ["", Self.line([row.family] + columns, [nameWidth] + widths)]
            }
            lines.append(
                Self.line([row.name] + columns.map { Self.text(row.results[$0]) }, [nameWidth] + widths))
        }
        return (lines + [""] + unexpected.map { "unexpected: \($0)" } + sums).joined(separator: "\n") + "\n"
    }

    /// The same as a Markdown table, with the expected outcome.
    public var markdown: String {
        let head = ["scenario", "expected"] + columns
        let rows =
            [head, head.map { _ in "---" }]
            + scenarios.map { row in
                ["`\(row.name)`", row.expected] + columns.map { Self.text(row.results[$0]) }
            }
        let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        return (lines + [""] + sums).joined(separator: "\n") + "\n"
    }

    private var sums: [String] {
        columns.map { column in
            let verdicts = programs.contains(column) ? Verdict.ofPrograms : Verdict.ofBackends
            return "\(column): "
                + verdicts.map { "\(summary[column]?[$0.rawValue] ?? 0) \($0.words)" }.joined(separator: ", ")
        }
    }

    /// A cell in words. The outcome stands there only where it is not the expected one.
    private static func text(_ cell: Cell?) -> String {
        guard let cell else { return "-" }
        let cost = "\(cell.milliseconds) ms, \(size(cell.wireBytes))"
        return switch cell.verdict {
        case .match: "match, \(cost)"
        case .notApplicable: cell.verdict.words
        default: "\(cell.verdict.words): \(cell.whatCame), \(cost)"
        }
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

extension Verdict {
    /// The verdict as a person reads it.
    var words: String { self == .notApplicable ? "not applicable" : rawValue }
}
