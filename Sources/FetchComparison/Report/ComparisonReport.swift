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
        /// What was expected, what came and why it matters; left out for a match.
        public let message: String?
    }

    /// The rows, in the order of the scenarios.
    public let scenarios: [Row]

    /// How many results each contender has of each verdict; verdicts without one are 0.
    public let summary: [String: [String: Int]]

    /// Puts results in order; one that is missing leaves its cell out.
    public init(scenarios: [Scenario], contenders: [String], results: [ScenarioResult]) {
        let byScenario = Dictionary(grouping: results, by: \.scenario)
        self.scenarios = scenarios.map { scenario in
            let cells = (byScenario[scenario.name] ?? []).map { ($0.contender, Cell($0)) }
            return Row(
                name: scenario.name, family: scenario.family.rawValue, expected: scenario.expected.description,
                results: Dictionary(cells) { first, _ in first })
        }
        summary = Dictionary(
            contenders.map { contender in
                let verdicts = results.filter { $0.contender == contender }.map(\.verdict)
                return (
                    contender,
                    Dictionary(
                        uniqueKeysWithValues: Verdict.allCases.map { verdict in
                            (verdict.rawValue, verdicts.count { $0 == verdict })
                        })
                )
            }
        ) { first, _ in first }
    }

    /// Whether nothing is unexpected.
    public var isAsExpected: Bool { summary.values.allSatisfy { $0[Verdict.unexpected.rawValue] == 0 } }

    /// The report as JSON, its keys in order.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}

extension ComparisonReport.Cell {
    fileprivate init(_ result: ScenarioResult) {
        self.init(
            verdict: result.verdict, outcome: result.outcome, milliseconds: result.milliseconds,
            wireBytes: result.wireBytes, message: result.message.isEmpty ? nil : result.message)
    }
}
