/// One event of a `text/event-stream` (WHATWG HTML, section 9.2, "Server-sent events").
public struct ServerSentEvent: Sendable, Hashable {
    /// The last event ID the server has set, with this event or before it; empty while it has set none.
    public var id: String

    /// The event's type, `message` where the server names none.
    public var event: String

    /// The event's data lines, joined by LF.
    public var data: String

    /// How long the server last asked on this connection to wait before the next one; `nil` while it has not asked.
    public var retry: Duration?

    /// Makes an event.
    public init(id: String = "", event: String = "message", data: String, retry: Duration? = nil) {
        self.id = id
        self.event = event
        self.data = data
        self.retry = retry
    }
}
