/// A declared difference of one contender: asserted, so that the day it disappears is noticed.
public struct Divergence: Sendable, Hashable {
    /// What a contender can miss while its outcome is right, or besides a wrong one.
    public enum Aspect: String, Sendable, Hashable, CaseIterable {
        /// The reply's body or fields.
        case reply
        /// The file a download left.
        case file
        /// The time it took.
        case time
        /// What the server saw.
        case wire
        /// How much this process's memory grew.
        case memory
    }

    /// The contender's name.
    public let contender: String

    /// The outcomes it gives; more than one, or the expected one among them, where it gives now one and now another.
    /// `nil` where the outcome is the expected one and only aspects are missed.
    public let outcomes: Set<Outcome>?

    /// What it misses besides.
    public let misses: Set<Aspect>

    /// Why it cannot do better.
    public let reason: String

    /// Declares that a contender gives one of these outcomes instead of the expected one.
    public init(
        _ contender: String, gives outcomes: Set<Outcome>, misses: Set<Aspect> = [], because reason: String
    ) {
        self.contender = contender
        self.outcomes = outcomes
        self.misses = misses
        self.reason = reason
    }

    /// Declares that a contender gives the expected outcome, but misses these aspects of it.
    public init(_ contender: String, misses: Set<Aspect>, because reason: String) {
        self.contender = contender
        outcomes = nil
        self.misses = misses
        self.reason = reason
    }
}
