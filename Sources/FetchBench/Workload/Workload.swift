/// One thing that is measured, as data: what is asked of which server, how often, and how much at once.
struct Workload: Sendable {
    /// What a contender is made to do.
    enum Kind: Sendable {
        /// Fetches replies; the clock starts when the connections are open.
        case replies
        /// Fetches replies from the first connection on.
        case coldReplies
        /// Fetches one reply; the clock starts with the process.
        case firstReply
        /// Cancels exchanges one by one while `width` others are open.
        case cuts
    }

    /// What a rate counts.
    enum Unit: String, Sendable {
        case requests = "requests/s"
        case mebibytes = "MiB/s"
        case starts = "starts/s"
        case cuts = "cuts/s"
    }

    /// A request with a body.
    struct Upload: Sendable {
        let method: String
        let size: Int
    }

    let name: String
    var kind = Kind.replies
    var unit = Unit.requests
    var origin = Origin.plain
    let path: String
    var replySize = 0
    var upload: Upload?
    /// How many exchanges are measured.
    let count: Int
    /// How many are under way at once.
    var width = 1
    /// How many replies that never end are open beside them.
    var quietCount = 0

    /// Bytes of body that one exchange moves.
    var bodySize: Int { max(replySize, upload?.size ?? 0) }
}

/// Which of the servers is asked.
enum Origin: String, Sendable, CaseIterable, Codable {
    /// HTTP/1.1 without TLS.
    case plain
    /// HTTP/2 over TLS.
    case http2
    /// HTTP/1.1 over TLS.
    case http1
    /// The kit's own server, for replies that come slowly.
    case scripted
}
