public import Foundation

/// What a comparison came to: every scenario with its results by contender, and how many came to what.
public struct ComparisonReport: Sendable, Hashable, Codable {
    /// One scenario's row.
    public struct Row: Sendable, Hashable, Codable {
        /// The scenario's name.
        public let name: String
        /// The family of the catalogue.
        public let family: String
        /// The expected outcome as text.
        public let expected: String
        /// The results by contender.
        public let results: [String: Cell]
    }

    /// One scenario on one contender.
    public struct Cell: Sendable, Hashable, Codable {
        /// How the outcome stands to the expected one.
        public let verdict: Verdict
        /// The outcome as text.
        public let outcome: String
        /// How long it took.
        public let milliseconds: Int
        /// Bytes the server could send, in all.
        public let wireBytes: Int
        /// What else the server saw; left out where the process that held it is gone.
        public let wire: WireFigures?
        /// The aspects that were missed besides the outcome; left out where none was.
        public let missed: [String]?
        /// What was expected, what came and why it matters; left out for a match.
        public let message: String?
    }

    /// The backends, in the order of their columns.
    public let contenders: [String]

    /// The outside programs, of which nothing is asserted; their columns come last.
    public let programs: [String]

    /// The rows, in the order of the scenarios.
    public let scenarios: [Row]

    /// How many results each column has of each verdict that it can have; verdicts without one are 0.
    public let summary: [String: [String: Int]]

    /// Puts results in order; one that is missing leaves its cell out.
    public init(
        scenarios: [Scenario], contenders: [String], programs: [String] = [], results: [ScenarioResult]
    ) {
        self.contenders = contenders
        self.programs = programs
        let byScenario = Dictionary(grouping: results, by: \.scenario)
        self.scenarios = scenarios.map { scenario in
            let cells = (byScenario[scenario.name] ?? []).map { ($0.contender, Cell($0)) }
            return Row(
                name: scenario.name, family: scenario.family.rawValue, expected: scenario.expected.description,
                results: Dictionary(cells) { first, _ in first })
        }
        let counts = { (column: String, verdicts: [Verdict]) in
            let found = results.filter { $0.contender == column }.map(\.verdict)
            return (
                column, Dictionary(verdicts.map { verdict in (verdict.rawValue, found.count { $0 == verdict }) }) { $1 }
            )
        }
        summary = Dictionary(
            contenders.map { counts($0, Verdict.ofBackends) } + programs.map { counts($0, Verdict.ofPrograms) }
        ) { first, _ in first }
    }

    /// Every column: the backends, then the outside programs.
    public var columns: [String] { contenders + programs }

    /// What is unexpected, a line each: where, what was expected, what came and why it matters.
    public var unexpected: [String] {
        scenarios.flatMap { row in
            contenders.compactMap { contender in
                guard let cell = row.results[contender], cell.verdict == .unexpected else { return nil }
                return "\(row.name) on \(contender): \(cell.message ?? "")"
            }
        }
    }

    /// Whether nothing is unexpected.
    public var isAsExpected: Bool { contenders.allSatisfy { summary[$0]?[Verdict.unexpected.rawValue] == 0 } }

    /// The report as JSON, its keys in order.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}

extension ComparisonReport.Cell {
    /// The outcome, and what was missed besides.
    var whatCame: String { missed.map { "\(outcome), misses \($0.joined(separator: " and "))" } ?? outcome }

    fileprivate init(_ result: ScenarioResult) {
        self.init(
            verdict: result.verdict, outcome: result.outcome, milliseconds: result.milliseconds,
            wireBytes: result.wireBytes, wire: result.wire, missed: result.missed,
            message: result.message.isEmpty ? nil : result.message)
    }
}
