internal import FetchKit
internal import FetchTesting
internal import Foundation

/// What one run of a scenario came to, before it is judged.
struct Observation: Sendable {
    var outcome: Outcome
    var elapsed: Duration
    /// How late the machine itself was meanwhile; upper bounds of time are moved by it.
    var lateness = Duration.zero
    /// The first reply, if there was one.
    var reply: ReplyObservation?
    /// What a download left in its folder.
    var file: FileObservation?
    /// What was said of the last failure.
    var detail: String?
    /// What the server saw; `nil` where the process that held it is gone.
    var wire: WireObservation?
    /// How much this process's memory grew, where it was measured.
    var memoryGrowth: Int?
}

/// What is in a download's folder.
struct FileObservation: Sendable {
    /// The length of the file in the place; `nil` where there is none.
    var length: Int?
    /// What it holds, unless it is so long that looking would be seen in the memory of the process.
    var content: Data?
    /// The names of all other files.
    var others: [String]
}

/// What is known of a reply; a program may tell less than a backend.
struct ReplyObservation: Sendable, Equatable {
    var body: Data?
    var headers: FetchHeaders?
    var lines: [String]?
    var events: [ServerSentEvent]?

    init(
        body: Data? = nil, headers: FetchHeaders? = nil, lines: [String]? = nil, events: [ServerSentEvent]? = nil
    ) {
        self.body = body
        self.headers = headers
        self.lines = lines
        self.events = events
    }

    init(_ reply: FetchReply) { self.init(body: reply.body, headers: reply.headers) }
}

/// What the server saw.
struct WireObservation: Sendable {
    var connections: [JournalConnection]
    /// The outcome, the cancellation or the stop.
    var decidedAt: ContinuousClock.Instant
    var port: Int
    /// Bytes the kernel took from the server in the second half of a reader's pause.
    var bytesSentWhileHeld: Int?

    var requests: [RecordedRequest] { connections.flatMap(\.requests) }
    var bytesSent: Int { connections.reduce(0) { $0 + $1.bytesSent } }
    var bytesSentAfter: Int { connections.reduce(0) { $0 + $1.bytesSentSinceMark } }

    /// When the last connection ended, counted from the decision; `nil` while one is open.
    var peerGoneAfter: Duration? {
        var last = decidedAt
        for connection in connections {
            guard let end = connection.peerClose?.instant ?? connection.serverClosedAt else { return nil }
            last = max(last, end)
        }
        return decidedAt.duration(to: last)
    }
}
