internal import FetchTesting

/// A scenario as a person would explain it: titled sections of sentences, for a terminal and for a page alike.
public struct ScenarioExplanation: Sendable, Hashable {
    /// A sentence, and what it is about byte by byte if there is something to show.
    public struct Line: Sendable, Hashable {
        /// The sentence.
        public let sentence: String
        /// The beginning of what is sent, line by line; often empty.
        public let excerpt: [String]

        init(_ sentence: String, excerpt: [String] = []) {
            self.sentence = sentence
            self.excerpt = excerpt
        }
    }

    /// A few lines under a title.
    public struct Section: Sendable, Hashable {
        /// The title.
        public let title: String
        /// The lines; never empty.
        public let lines: [Line]
    }

    /// The scenario's name.
    public let name: String
    /// The family of the catalogue.
    public let family: String
    /// The sections, in the order in which they are read.
    public let sections: [Section]

    /// Explains a scenario.
    public init(_ scenario: Scenario) {
        name = scenario.name
        family = scenario.family.rawValue
        sections = [
            Section(title: "What the server does", lines: scenario.serverLines),
            Section(title: "What is asked", lines: scenario.requestLines.map { Line($0) }),
            Section(title: "What is granted", lines: scenario.policyLines.map { Line($0) }),
            Section(title: "The one right outcome", lines: scenario.expectationLines.map { Line($0) }),
            Section(title: "Why", lines: [Line(scenario.reason)]),
            Section(title: "Where a backend is declared to differ", lines: scenario.divergences.map { Line($0.words) }),
        ].filter { !$0.lines.isEmpty }
    }

    /// The explanation for a terminal.
    public var text: String {
        let body = sections.map { section in
            let lines = section.lines.flatMap { line in
                ["  \(line.sentence)"] + line.excerpt.map { "      | \($0)" }
            }
            return ([section.title] + lines).joined(separator: "\n")
        }
        return (["\(name) (\(family))"] + body).joined(separator: "\n\n") + "\n"
    }
}

extension Scenario {
    fileprivate var serverLines: [ScenarioExplanation.Line] {
        let listening = options.words.map { ScenarioExplanation.Line($0) }
        switch server {
        case .script(let script): return listening + script.lines
        case .turns(let scripts):
            return listening
                + scripts.enumerated().flatMap { number, script in
                    [.init("for request \(number + 1):")] + script.lines
                }
        case .routes(let routes):
            let shown = routes.sorted { $0.key < $1.key }.prefix(Self.mostShown)
            let rest = routes.count - shown.count
            return listening + shown.flatMap { path, script in [.init("for \(path):")] + script.lines }
                + (rest > 0 ? [.init("and likewise for \(rest) more paths")] : [])
                + [.init("answers 404 for every other path")]
        }
    }

    /// The most routes or requests that are told one by one.
    static let mostShown = 6
}

extension Script {
    fileprivate var lines: [ScenarioExplanation.Line] {
        wording.map { .init($0.sentence, excerpt: $0.excerpt) }
    }
}

extension LoopbackServer.Options {
    fileprivate var words: [String] {
        var words: [String] = []
        if address == .ipv6 { words.append("listens on the loopback address of IPv6") }
        switch accepting {
        case .all: break
        case .none: words.append("listens, but accepts no connection itself")
        case .refused: words.append("has its port, but refuses every connection")
        case .backlogFull: words.append("listens with a full backlog, so that connecting hangs")
        }
        if let sendBuffer { words.append("asks the kernel to hold \(sendBuffer) bytes for the peer") }
        if let receiveBuffer { words.append("asks the kernel to hold \(receiveBuffer) bytes for itself") }
        return words
    }
}
