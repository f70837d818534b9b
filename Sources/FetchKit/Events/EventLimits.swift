/// How much of an event stream may be held at once. A negative limit is 0.
public struct EventLimits: Sendable, Hashable {
    /// The most bytes of one line, its end not counted; 64 KiB by default.
    public var line: Int

    /// The most bytes of one event's data, its lines joined; 1 MiB by default.
    public var event: Int

    /// Makes limits.
    public init(line: Int = 64 * 1024, event: Int = 1024 * 1024) {
        self.line = line
        self.event = event
    }
}
