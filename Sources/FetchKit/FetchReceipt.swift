/// What an exchange cost: bytes by class, times by stage, the protocol, and whether the connection was new.
///
/// A backend fills in what it can measure; the rest stays 0, `nil` or `false`.
public struct FetchReceipt: Sendable, Hashable {
    /// Bytes of head received: status lines, fields, interim replies and trailers.
    public var headBytes = 0

    /// Bytes of body received, before content decoding and without framing.
    public var codedBodyBytes = 0

    /// Bytes of body after content decoding.
    public var bodyBytes = 0

    /// Bytes of request body sent.
    public var sentBodyBytes = 0

    /// From the start to the name being resolved; zero on a reused connection, as for the next two.
    public var nameLookup = Duration.zero

    /// From the start to the TCP connection being made.
    public var connected = Duration.zero

    /// From the start to the TLS handshake being complete; zero without TLS.
    public var secured = Duration.zero

    /// From the start to the first byte of the reply.
    public var firstByte = Duration.zero

    /// From the start to the end, as measured by the backend.
    public var total = Duration.zero

    /// The HTTP version as its digits, `"1.1"` or `"2"`; `nil` where the backend cannot tell.
    public var httpVersion: String?

    /// True when the exchange used a connection that an earlier one had opened.
    public var connectionReused = false

    /// An empty receipt.
    public init() {}
}
