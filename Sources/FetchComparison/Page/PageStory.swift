/// What an open cell tells: expected and actual, the figures of the wire, and the scenario in words.
struct PageStory {
    let row: ComparisonReport.Row
    let cell: ComparisonReport.Cell
    let explanation: ScenarioExplanation?

    var body: Markup {
        .element("div", ["class": "story"], [outcomes] + note + [figures, sections])
    }

    private var outcomes: Markup {
        Self.pairs([("Expected", row.expected), ("Came", cell.whatCame)], class: "outcomes")
    }

    private var note: [Markup] {
        cell.message.map { [.element("p", ["class": "note"], text: $0)] } ?? []
    }

    private var figures: Markup {
        var figures = [("Time", "\(cell.milliseconds) ms"), ("Bytes the server sent", Self.grouped(cell.wireBytes))]
        if let wire = cell.wire {
            let gone = wire.peerGoneMilliseconds.map { "after \($0) ms" } ?? "not while watched"
            figures += [
                ("of them after the outcome", Self.grouped(wire.bytesAfter)), ("Connections", "\(wire.connections)"),
                ("Requests", "\(wire.requests)"), ("Every connection ended", gone),
            ]
        }
        return cell.verdict == .notApplicable ? Markup() : Self.pairs(figures, class: "figures")
    }

    private var sections: Markup {
        .element("div", ["class": "sections"], explanation?.sections.map(section) ?? [])
    }

    private func section(_ section: ScenarioExplanation.Section) -> Markup {
        if let only = section.lines.first, section.lines.count == 1, only.excerpt.isEmpty {
            let sentence = Markup.element("p", text: only.sentence)
            return .element("section", [:], [.element("h3", text: section.title), sentence])
        }
        let lines = section.lines.map { line in
            Markup.element(
                "li", [:],
                [.text(line.sentence)]
                    + (line.excerpt.isEmpty
                        ? [] : [.element("pre", [:], [.text(line.excerpt.joined(separator: "\n"))])]))
        }
        return .element("section", [:], [.element("h3", text: section.title), .element("ul", [:], lines)])
    }

    /// Digits in threes, apart by a narrow space that no line breaks at.
    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.reduce(into: "") { text, index in
            if index > 0 && (digits.count - index) % 3 == 0 { text += "\u{202F}" }
            text.append(digits[index])
        }
    }

    private static func pairs(_ pairs: [(String, String)], class name: String) -> Markup {
        .element(
            "dl", ["class": name],
            pairs.map { .element("div", [:], [.element("dt", text: $0), .element("dd", text: $1)]) })
    }
}
