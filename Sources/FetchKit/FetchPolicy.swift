/// What a caller grants one exchange: bytes it may hold and time it may take.
///
/// Every limit is exact: the limit itself passes, one byte or one instant more is refused.
/// A value out of range is clamped (a negative budget is 0, a negative time is already over), so that no policy,
/// wherever it was computed, can trap.
public struct FetchPolicy: Sendable, Hashable {
    /// The largest body, in bytes after content decoding. A body of exactly this size is a reply.
    public var budget: Int { didSet { budget = Self.clamped(budget) } }

    /// The most bytes of head: status lines, fields, interim replies and trailers together. 64 KiB by default.
    ///
    /// The framing around a body (chunk sizes and their extensions) is held to this too, plus
    /// ``framingAllowance`` bytes for each byte of body.
    public var headBudget: Int { didSet { headBudget = Self.clamped(headBudget) } }

    /// The longest silence, 15 s by default: no byte received, and none of a request body sent, for this long.
    ///
    /// The clock starts when the exchange starts its connection, not while it is queued for one.
    public var idleTimeout: Duration {
        get { .nanoseconds(idleNanoseconds) }
        set { idleNanoseconds = Self.clamped(newValue).nanoseconds }
    }

    /// The longest the whole exchange may take, 300 s by default: queueing, name lookup, connecting, sending,
    /// receiving and decoding.
    public var deadline: Duration {
        get { .nanoseconds(deadlineNanoseconds) }
        set { deadlineNanoseconds = Self.clamped(newValue).nanoseconds }
    }

    /// The idle timeout as exchanges count it.
    package private(set) var idleNanoseconds: Int64

    /// The deadline as exchanges count it.
    package private(set) var deadlineNanoseconds: Int64

    /// How many bytes of framing each byte of body may cost on the wire before the exchange counts as a flood.
    ///
    /// One-byte chunks cost 5 bytes of framing each (RFC 9112 section 7.1); 16 leaves room for padded sizes.
    public static let framingAllowance = 16

    /// The longest time a policy can express, ten years; longer ones are clamped to it.
    public static let longestTime = Duration.seconds(10 * 365 * 86_400)

    /// Makes a policy from a body budget and, where they differ from the defaults, the other limits.
    public init(
        budget: Int,
        headBudget: Int = 64 * 1024,
        idleTimeout: Duration = .seconds(15),
        deadline: Duration = .seconds(300)
    ) {
        self.budget = Self.clamped(budget)
        self.headBudget = Self.clamped(headBudget)
        idleNanoseconds = Self.clamped(idleTimeout).nanoseconds
        deadlineNanoseconds = Self.clamped(deadline).nanoseconds
    }

    private static func clamped(_ bytes: Int) -> Int { max(0, bytes) }
    private static func clamped(_ time: Duration) -> Duration { min(max(.zero, time), longestTime) }
}

extension FetchPolicy {
    /// The policy with the idle timeout replaced by a number of seconds from elsewhere.
    ///
    /// Zero, a negative value and NaN name no timeout and leave the policy as it is; a value beyond
    /// ``longestTime``, infinity among them, is clamped.
    public func idling(seconds: Double) -> FetchPolicy {
        guard seconds > 0 else { return self }
        var policy = self
        let longest = Double(Self.longestTime.components.seconds)
        policy.idleTimeout = seconds < longest ? .seconds(seconds) : Self.longestTime
        return policy
    }
}
