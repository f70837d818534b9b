/// The catalogue's families.
public enum ScenarioFamily: String, Sendable, Hashable, Codable, CaseIterable {
    /// What a lesson on reading byte by byte showed.
    case lesson = "From the lesson"
    /// Bodies at, under and over the budget, floods among them.
    case budget = "Budget"
    /// What surrounds a body and is held to the head budget.
    case framing = "Head, framing and trailers under a budget"
    /// Statuses that ask to go elsewhere.
    case redirects = "Redirects"
    /// Silence, slowness and the deadline.
    case time = "Time"
    /// Tasks that are cancelled and backends that are stopped.
    case cancellation = "Cancellation"
    /// Replies that are cut short, reset or not HTTP.
    case ends = "Ends and malformed replies"
    /// Fields as they are received.
    case heads = "Heads received"
    /// gzip and deflate, whole and damaged.
    case coding = "Content coding"
    /// What a request looks like on the wire.
    case requests = "Requests sent"
    /// Replies that come while the body is still being sent.
    case early = "Answers before the upload is done"
    /// Connections that are kept, lost and shared.
    case connections = "Connections"
    /// Bodies in motion.
    case streams = "Streams, lines and events"
    /// Downloads and uploads.
    case files = "Files"
    /// Servers that others have written.
    case realServers = "Real servers"
    /// Attempts after a failure.
    case retry = "Retry"
    /// Addresses that may and may not be connected to.
    case destinations = "Destinations"

    /// One word that a filter finds the family by.
    public var tag: String { "\(self)" }
}
