/// One family of the page: a row for each scenario, with a cell for each column that opens to the whole story.
struct PageFamily {
    let family: String
    let report: ComparisonReport
    let explanations: [String: ScenarioExplanation]

    init(family: String, report: ComparisonReport, _ explanations: [String: ScenarioExplanation]) {
        self.family = family
        self.report = report
        self.explanations = explanations
    }

    var section: Markup {
        let rows = report.scenarios.filter { $0.family == family }
        let head = ["Scenario"] + report.columns
        // The roles are said because a style sheet that lays a table out as a grid takes them away.
        return .element(
            "section", ["class": "family", "id": family.anchor, "style": "--columns: \(report.columns.count)"],
            [
                .element("h2", text: family),
                .element(
                    "table", ["role": "table"],
                    [
                        .element(
                            "thead", ["role": "rowgroup"],
                            [
                                .element(
                                    "tr", ["role": "row"],
                                    head.map { .element("th", ["role": "columnheader", "scope": "col"], text: $0) })
                            ]),
                        .element("tbody", ["role": "rowgroup"], rows.map(row)),
                    ]),
            ])
    }

    private func row(_ row: ComparisonReport.Row) -> Markup {
        let verdicts = row.results.values.map(\.verdict)
        let kind =
            verdicts.contains(.unexpected)
            ? "has-unexpected" : verdicts.allSatisfy { $0 == .match || $0 == .notApplicable } ? "alike" : "differing"
        return .element(
            "tr", ["role": "row", "class": kind, "id": row.name],
            [
                .element(
                    "th", ["role": "rowheader", "scope": "row"],
                    [.element("code", text: row.name), .element("span", ["class": "expected"], text: row.expected)])
            ] + report.columns.enumerated().map { cell(row, $1, place: $0 + 2) })
    }

    private func cell(_ row: ComparisonReport.Row, _ column: String, place: Int) -> Markup {
        guard let cell = row.results[column] else {
            return .element("td", ["role": "cell", "style": "--place: \(place)"], text: "\(column): not run")
        }
        let cost = cell.verdict == .notApplicable ? "" : "\(cell.milliseconds) ms"
        let summary = Markup.element(
            "summary", [:],
            [
                .element("span", ["class": "column"], text: column), .text(" "), cell.verdict.badge, .text(" "),
                .element("span", ["class": "cost"], text: cost),
            ]
                + (cell.verdict == .match || cell.verdict == .notApplicable
                    ? [] : [.text(" "), .element("span", ["class": "outcome"], text: cell.whatCame)]))
        let story = PageStory(row: row, cell: cell, explanation: explanations[row.name])
        return .element(
            "td", ["role": "cell", "class": cell.verdict.rawValue, "style": "--place: \(place)"],
            [.element("details", [:], [summary, story.body])])
    }
}
