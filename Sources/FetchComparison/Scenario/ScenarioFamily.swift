/// The catalogue's families.
public enum ScenarioFamily: String, Sendable, Hashable, Codable, CaseIterable {
    case lesson = "From the lesson"
    case budget = "Budget"
    case framing = "Head, framing and trailers under a budget"
    case redirects = "Redirects"
    case time = "Time"
    case cancellation = "Cancellation"
    case ends = "Ends and malformed replies"
    case heads = "Heads received"
    case coding = "Content coding"
    case requests = "Requests sent"
    case early = "Answers before the upload is done"
    case connections = "Connections"
    case streams = "Streams, lines and events"
    case files = "Files"
    case realServers = "Real servers"
    case retry = "Retry"
    case destinations = "Destinations"

    /// One word that a filter finds the family by.
    public var tag: String { "\(self)" }
}
