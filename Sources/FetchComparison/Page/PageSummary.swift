/// The head of the page: what each column came to in all, and by family.
struct PageSummary {
    let report: ComparisonReport
    let families: [String]

    var section: Markup {
        .element(
            "section", ["class": "summary"],
            [
                .element("div", ["class": "tiles"], report.columns.map(tile)),
                .element("details", ["class": "wide"], [summary, table]),
            ])
    }

    private func tile(_ column: String) -> Markup {
        let isProgram = report.programs.contains(column)
        let verdicts = isProgram ? Verdict.ofPrograms : Verdict.ofBackends
        let counts = verdicts.map { ($0, report.summary[column]?[$0.rawValue] ?? 0) }
        // A verdict that nothing has is worth its line only where its absence is the news.
        let shown = counts.filter { $0.1 > 0 || $0.0 == .unexpected }
        let bar = counts.filter { $0.1 > 0 }.map { verdict, count in
            Markup.element("span", ["class": verdict.rawValue, "style": "flex-grow: \(count)"])
        }
        let lines = shown.map { verdict, count in
            Markup.element("li", [:], [.element("b", text: "\(count)"), .text(" "), verdict.badge])
        }
        let note = isProgram ? [Markup.element("p", ["class": "quiet"], text: "a program; nothing is asserted")] : []
        return .element(
            "section", ["class": "tile"],
            [.element("h2", text: column), .element("div", ["class": "bar", "aria-hidden": "true"], bar)]
                + [.element("ul", [:], lines)] + note)
    }

    private var summary: Markup { .element("summary", text: "By family") }

    private var table: Markup {
        let head = (["Family", "Scenarios"] + report.columns.map { "\($0) right" }).map {
            Markup.element("th", ["scope": "col"], text: $0)
        }
        let rows = families.map { family in
            let rows = report.scenarios.filter { $0.family == family }
            let counts = report.columns.map { column in rows.count { $0.results[column]?.verdict == .match } }
            return Markup.element(
                "tr", [:],
                [
                    .element(
                        "th", ["scope": "row"], [.element("a", ["href": "#\(family.anchor)"], text: family)])
                ]
                    + ([rows.count] + counts).map { .element("td", text: "\($0)") })
        }
        return .element(
            "table", ["class": "families"],
            [.element("thead", [:], [.element("tr", [:], head)]), .element("tbody", [:], rows)])
    }
}

extension String {
    /// The text as the name of a place on the page.
    var anchor: String {
        String(lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }
}

extension Verdict {
    /// A sign and the word: readable without colour, and by ear.
    var badge: Markup {
        .element(
            "span", ["class": "badge \(rawValue)"],
            [.element("span", ["aria-hidden": "true"], text: "\(sign) "), .text(label)])
    }

    private var sign: String {
        switch self {
        case .match: "\u{2713}"
        case .divergence, .differs: "\u{2260}"
        case .unexpected: "\u{2717}"
        case .crashed: "\u{26A0}"
        case .notApplicable: "\u{2013}"
        }
    }

    private var label: String {
        switch self {
        case .match: "match"
        case .divergence: "declared divergence"
        case .unexpected: "unexpected"
        case .crashed: "declared crash"
        case .differs: "differs"
        case .notApplicable: "not applicable"
        }
    }
}
