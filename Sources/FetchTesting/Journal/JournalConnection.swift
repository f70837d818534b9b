/// One connection as the server saw it.
public struct JournalConnection: Sendable, Hashable {
    /// How the peer left.
    public struct PeerClose: Sendable, Hashable {
        /// When the server was told.
        public let instant: Journal.Instant
        /// True for a reset (RST), false for an orderly end (FIN).
        public let byReset: Bool
    }

    /// When the connection was accepted.
    public let acceptedAt: Journal.Instant

    /// The requests whose heads have been read, in order. The last one's body may be incomplete.
    public internal(set) var requests: [RecordedRequest] = []

    /// Bytes the kernel took from the server. What it took, it may still hold.
    public internal(set) var bytesSent = 0

    /// Bytes the kernel took since ``Journal/mark()``, or since the accept.
    public var bytesSentSinceMark: Int { bytesSent - bytesSentAtMark }

    /// How the peer left; `nil` while it has not, or where the server closed first.
    public internal(set) var peerClose: PeerClose?

    /// When the server closed its descriptor; `nil` while it has not.
    public internal(set) var serverClosedAt: Journal.Instant?

    var bytesSentAtMark = 0

    init(acceptedAt: Journal.Instant) {
        self.acceptedAt = acceptedAt
    }
}
