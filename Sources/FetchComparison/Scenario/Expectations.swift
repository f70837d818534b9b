public import FetchKit

/// What must hold of a reply besides its status and size.
public struct ReplyExpectation: Sendable, Hashable {
    /// The body, byte for byte; not looked at where `nil`.
    public var body: [UInt8]?
    /// Every value of these fields, in order; an empty list for a field that must be absent.
    public var headers: [String: [String]] = [:]
    /// The name of each field, in order and as the server wrote it; not looked at where `nil`.
    public var names: [String]?

    /// The lines of a reply that is read as lines; not looked at where `nil`.
    public var lines: [String]?
    /// The events of a reply that is read as events; not looked at where `nil`.
    public var events: [ServerSentEvent]?

    /// Expects nothing.
    public init() {}
}

/// What a download must leave in its folder.
public struct FileExpectation: Sendable, Hashable {
    /// What is in the place it goes to.
    public enum Content: Sendable, Hashable {
        /// Nothing.
        case absent
        /// What was there before.
        case asBefore
        /// A file that holds this text.
        case text(String)
        /// A file of so many bytes.
        case length(Int)
    }

    /// What is in the place; not looked at where `nil`.
    public var content: Content?
    /// The names of all other files in the folder.
    public var others: [String] = []

    /// Expects nothing but that no other files are left.
    public init() {}
}

/// What the server must have seen, in all.
public struct WireExpectation: Sendable, Hashable {
    /// The most bytes the server could get rid of.
    public var maxBytesSent: Int?
    /// The most bytes the server could get rid of after the outcome, or after the cancellation.
    public var maxBytesSentAfter: Int?
    /// Every connection is closed by the peer at most this long after the outcome, or after the cancellation.
    public var peerGoneWithin: Duration?
    /// How many connections were accepted.
    public var connections: ClosedRange<Int>?
    /// How many requests were read.
    public var requests: Int?
    /// The first request's head, byte for byte, with `PORT` for the server's port.
    public var head: String?
    /// The first request's line, such as `GET /a?b HTTP/1.1`.
    public var line: String?
    /// Every value of these fields in each request; an empty list for a field that must be absent.
    public var headers: [String: [String]] = [:]
    /// The first request's body.
    public var body: [UInt8]?
    /// Whether the first request's body was received to its end; not looked at where `nil`.
    public var isBodyWhole: Bool?
    /// The value of these fields in each request in turn, `nil` for a request without the field.
    public var headersInTurn: [String: [String?]] = [:]
    /// The most bytes the server could get rid of in the second half of a reader's pause.
    public var maxBytesWhileHeld: Int?

    /// Expects nothing.
    public init() {}

    /// Whether the connections are watched until they end, or for a while, before the server's side is judged.
    var isAboutTheEnd: Bool { maxBytesSent != nil || maxBytesSentAfter != nil || peerGoneWithin != nil }
}
