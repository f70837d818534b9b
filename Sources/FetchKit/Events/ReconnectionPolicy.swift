/// How an event stream is kept alive over several connections, each under the fetch's own ``FetchPolicy``.
///
/// A time out of range is clamped, as in ``FetchPolicy``.
public struct ReconnectionPolicy: Sendable, Hashable {
    /// The longest the whole sequence may take, all its connections and the waits between them.
    public var deadline: Duration { didSet { deadline = Self.clamped(deadline) } }

    /// The wait before a reconnection while the server has asked for no other, 3 s by default. It doubles with each
    /// connection in a row that brought no event.
    public var retry: Duration { didSet { retry = Self.clamped(retry) } }

    /// The longest wait, 60 s by default: what doubled waits, the server's `retry` and its `Retry-After` are held to.
    public var longestWait: Duration { didSet { longestWait = Self.clamped(longestWait) } }

    /// The shortest wait a server can ask for, 100 ms, so that it cannot make its clients spin.
    public static let shortestAskedWait = Duration.milliseconds(100)

    /// Makes a policy from the deadline and, where they differ from the defaults, the other limits.
    public init(deadline: Duration, retry: Duration = .seconds(3), longestWait: Duration = .seconds(60)) {
        self.deadline = Self.clamped(deadline)
        self.retry = Self.clamped(retry)
        self.longestWait = Self.clamped(longestWait)
    }

    private static func clamped(_ time: Duration) -> Duration { min(max(.zero, time), FetchPolicy.longestTime) }
}
