public import FetchKit
public import FetchTesting

/// One situation as data: what a server does byte by byte, what is asked of it, and the one right outcome.
///
/// It runs on every contender. A contender that rightly or helplessly differs has a ``Divergence``; nothing is
/// ever skipped.
public struct Scenario: Sendable {
    /// What a server does, by request.
    public enum Server: Sendable {
        /// The same on every connection.
        case script(Script)
        /// For each request in turn, on whatever connection; the last one for the rest.
        case turns([Script])
        /// By the path of the request; 404 for the rest.
        case routes([String: Script])
    }

    /// Unique, in kebab case, beginning with the family's tag.
    public let name: String

    /// The family of the catalogue.
    public let family: ScenarioFamily

    /// Why the expected outcome is the right one: a section of an RFC, a public report or a measured fact.
    public let reason: String

    /// What the server does.
    public let server: Server

    /// How the server listens.
    public var options = LoopbackServer.Options()

    /// What is asked; ``ScenarioAction`` says in which way. Never empty.
    public var requests: [ScenarioRequest] = [.get()]

    /// What each exchange is granted.
    public var policy = FetchPolicy(budget: 1 << 20)

    /// What is done with the requests.
    public var action = ScenarioAction.once

    /// The one right outcome.
    public let expected: Outcome

    /// What must hold of a reply besides its status and size.
    public var reply = ReplyExpectation()

    /// How long it may take: from the start of the action, or from the cancellation or the stop if there is one.
    public var time: ClosedRange<Duration>?

    /// What a download must leave.
    public var file = FileExpectation()

    /// What the server must have seen.
    public var wire = WireExpectation()

    /// How many bytes this process's memory may grow by; measured at the second of two runs, the first only warms up.
    public var memory: Int? {
        didSet { isExclusive = true }
    }

    /// Where a contender differs; at most one for each contender.
    public var divergences: [Divergence] = []

    /// Whether it must run alone, because it measures this process's memory or processor time, or fills the machine.
    public var isExclusive = false

    /// Makes a scenario; everything else is set with ``with(_:)``.
    public init(_ name: String, _ family: ScenarioFamily, _ server: Server, _ expected: Outcome, because reason: String)
    {
        self.name = name
        self.family = family
        self.server = server
        self.expected = expected
        self.reason = reason
    }

    /// A copy with changes, so that a list of scenarios reads as one expression each.
    public func with(_ change: (inout Scenario) -> Void) -> Scenario {
        var copy = self
        change(&copy)
        return copy
    }

    /// Whether a filter's text, in any case, occurs in the name, the family or its tag.
    public func matches(_ filter: String) -> Bool {
        let filter = filter.lowercased()
        return [name, family.rawValue, family.tag].contains { $0.lowercased().contains(filter) }
    }

    /// The declared difference of a contender.
    func divergence(of contender: String) -> Divergence? {
        divergences.first { $0.contender == contender }
    }
}
