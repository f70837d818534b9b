import FetchComparison

/// The comparison as a matrix: a family a row, a backend a column, a scenario a square.
struct ComparisonMatrix {
    private let report: ComparisonReport

    init(_ report: ComparisonReport) {
        self.report = report
    }

    private static let names = 340
    private static let step = 11
    private static let squares = 20
    private static let top = 88

    /// The families in the order of the report, each with its scenarios.
    private var families: [(name: String, rows: [ComparisonReport.Row])] {
        var names: [String] = []
        for row in report.scenarios where !names.contains(row.family) { names.append(row.family) }
        let byName = Dictionary(grouping: report.scenarios, by: \.family)
        return names.map { ($0, byName[$0] ?? []) }
    }

    /// The picture.
    var svg: String {
        let families = families
        let heights = families.map { 12 + Self.step * (($0.rows.count + Self.squares - 1) / Self.squares) }
        var drawing = Drawing(
            width: Self.names + report.contenders.count * (Self.squares * Self.step + 32), height: 0,
            title: "Which scenarios each backend gets right")
        drawing.height = Self.top + heights.reduce(0, +) + 16
        legend(in: &drawing)
        var y = Self.top
        for (family, height) in zip(families, heights) {
            drawing.text("\(family.rows.count)", 36, y + 10, "quiet", .end)
            drawing.text(family.name, 46, y + 10)
            for (column, contender) in report.contenders.enumerated() {
                for (index, row) in family.rows.enumerated() {
                    square(of: row, on: contender, at: index, left: left(of: column), top: y, in: &drawing)
                }
            }
            y += height
        }
        return drawing.svg
    }

    private func left(of column: Int) -> Int { Self.names + column * (Self.squares * Self.step + 32) }

    private func legend(in drawing: inout Drawing) {
        drawing.text("\(report.scenarios.count) scenarios, a square each", 16, 26, "head")
        for (x, style, words) in [
            (16, "match", "the one right outcome"), (206, "divergence", "a declared difference"),
            (382, "crashed", "the process traps, declared too"), (622, "unexpected", "none of these"),
        ] {
            drawing.square(x, 39, 9, style)
            drawing.text(words, x + 16, 48)
        }
        for (column, contender) in report.contenders.enumerated() {
            let right = report.summary[contender]?[Verdict.match.rawValue] ?? 0
            drawing.text("\(contender): \(right) right", left(of: column), 76, "head")
        }
    }

    private func square(
        of row: ComparisonReport.Row, on contender: String, at index: Int, left: Int, top: Int,
        in drawing: inout Drawing
    ) {
        let style =
            switch row.results[contender]?.verdict {
            case .match: "match"
            case .divergence: "divergence"
            case .crashed: "crashed"
            case .unexpected: "unexpected"
            case .differs, .notApplicable, nil: "none"
            }
        drawing.square(
            left + index % Self.squares * Self.step, top + 1 + index / Self.squares * Self.step, 9, style)
    }
}
