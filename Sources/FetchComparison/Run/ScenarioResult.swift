/// How an outcome stands to the expected one.
public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    /// All is as expected.
    case match
    /// It differs as the scenario declares.
    case divergence
    /// It differs and no divergence declares it, or a declared divergence no longer holds.
    case unexpected
    /// The process ended by a signal, as the scenario declares.
    case crashed
}

/// What one scenario came to on one contender.
public struct ScenarioResult: Sendable, Hashable, Codable {
    /// The scenario's name.
    public let scenario: String
    /// The contender's name.
    public let contender: String
    /// How the outcome stands to the expected one.
    public let verdict: Verdict
    /// The outcome as text.
    public let outcome: String
    /// How long it took, as ``Scenario/time`` counts.
    public let milliseconds: Int
    /// Bytes the kernel took from the server, in all.
    public let wireBytes: Int
    /// What was expected, what came and why it matters; empty for a match.
    public let message: String
}
