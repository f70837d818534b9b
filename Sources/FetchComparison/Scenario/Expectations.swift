/// What must hold of a reply besides its status and size.
public struct ReplyExpectation: Sendable, Hashable {
    /// The body, byte for byte; not looked at where `nil`.
    public var body: [UInt8]?
    /// Every value of these fields, in order; an empty list for a field that must be absent.
    public var headers: [String: [String]] = [:]
    /// The name of each field, in order and as the server wrote it; not looked at where `nil`.
    public var names: [String]?

    /// Expects nothing.
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

    /// Expects nothing.
    public init() {}

    /// Whether the connections are watched until they end, or for a while, before the server's side is judged.
    var isAboutTheEnd: Bool { maxBytesSent != nil || maxBytesSentAfter != nil || peerGoneWithin != nil }
}
