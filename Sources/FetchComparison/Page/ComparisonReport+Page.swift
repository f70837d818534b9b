extension ComparisonReport {
    /// The report as one page that needs nothing else: no network, no script.
    ///
    /// A matrix of scenarios by backend, in words as well as colours; each cell opens to what the server does, what was
    /// expected, what came, and the figures of the wire.
    ///
    /// - Parameters:
    ///   - scenarios: The scenarios of the report, which its cells explain.
    ///   - circumstances: A line on when and where, such as the machine and the versions; left out where empty.
    public func page(of scenarios: [Scenario], circumstances: String = "") -> String {
        let explanations = Dictionary(scenarios.map { ($0.name, ScenarioExplanation($0)) }) { first, _ in first }
        let body = [
            header(circumstances), filter,
            .element("main", [:], families.map { PageFamily(family: $0, report: self, explanations).section }),
        ]
        let head: [Markup] = [
            .element("meta", ["charset": "utf-8"]),
            .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .element("meta", ["name": "color-scheme", "content": "light dark"]),
            .element("title", text: "Fetch comparison: \(verdict)"),
            .element("style", text: PageStyle.sheet),
        ]
        let page = Markup.element(
            "html", ["lang": "en", "xmlns": "http://www.w3.org/1999/xhtml"],
            [.element("head", [:], head), .element("body", [:], body)])
        return "<!DOCTYPE html>\n" + page.source + "\n"
    }

    /// The families in order, each once.
    private var families: [String] {
        scenarios.map(\.family).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private var verdict: String {
        unexpected.isEmpty ? "nothing unexpected" : "\(unexpected.count) unexpected"
    }

    private func header(_ circumstances: String) -> Markup {
        let line = "\(scenarios.count) scenarios on \(columns.joined(separator: " and ")): \(verdict)."
        return .element(
            "header", [:],
            [
                .element("h1", text: "Fetch comparison"),
                .element("p", ["class": "verdict " + (unexpected.isEmpty ? "match" : "unexpected")], text: line),
            ]
                + (circumstances.isEmpty ? [] : [.element("p", ["class": "quiet"], text: circumstances)])
                + [PageSummary(report: self, families: families).section])
    }

    /// Chooses rows by style alone: the style sheet hides what the checked choice leaves out.
    private var filter: Markup {
        let choices = [("all", "All"), ("differing", "Where one differs"), ("unexpected", "Unexpected")]
        return .element(
            "fieldset", ["class": "filter"],
            [.element("legend", text: "Show")]
                + choices.map { id, label in
                    let input: Markup =
                        id == "all"
                        ? .element("input", ["type": "radio", "name": "show", "id": "show-all", "checked": "checked"])
                        : .element("input", ["type": "radio", "name": "show", "id": "show-\(id)"])
                    return .element("span", [:], [input, .element("label", ["for": "show-\(id)"], text: label)])
                })
    }
}
