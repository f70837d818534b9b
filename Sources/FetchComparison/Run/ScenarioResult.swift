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
    /// An outside program, of which nothing is asserted, does something else.
    case differs
    /// The scenario cannot be put to an outside program.
    case notApplicable

    /// The verdicts on a backend.
    public static let ofBackends: [Verdict] = [.match, .divergence, .unexpected, .crashed]
    /// The verdicts on an outside program.
    public static let ofPrograms: [Verdict] = [.match, .differs, .notApplicable]
}

/// What the server saw of one run, in figures.
public struct WireFigures: Sendable, Hashable, Codable {
    /// Connections accepted.
    public let connections: Int
    /// Requests whose head was read.
    public let requests: Int
    /// Bytes the kernel took from the server after the outcome, or after the cancellation or the stop.
    public let bytesAfter: Int
    /// When the last connection ended, counted from there; `nil` where one stayed open.
    public let peerGoneMilliseconds: Int?

    init(_ wire: WireObservation) {
        connections = wire.connections.count
        requests = wire.requests.count
        bytesAfter = wire.bytesSentAfter
        peerGoneMilliseconds = wire.peerGoneAfter?.wholeMilliseconds
    }
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
    /// What else the server saw; `nil` where the process that held it is gone.
    public var wire: WireFigures?
    /// The aspects that were missed besides the outcome, by name and in order; `nil` where none was.
    public var missed: [String]?
    /// What was expected, what came and why it matters; empty for a match.
    public let message: String
}
