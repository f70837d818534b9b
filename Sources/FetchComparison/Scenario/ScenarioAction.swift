public import FetchKit

/// What is done with a scenario's requests.
public enum ScenarioAction: Sendable, Hashable {
    /// The first request, once.
    case once
    /// Every request in turn, on one backend.
    case sequence
    /// Every request in turn, on one backend, each after the connection has been idle for a time.
    case spaced(Duration)
    /// The requests over and over until there are this many, all at once on one backend.
    case parallel(Int)
    /// The first request, with its task cancelled at a moment.
    case cancel(Moment)
    /// The requests over and over until there are this many, in one task group whose task is cancelled at a moment.
    case cancelGroup(Moment, parallel: Int)
    /// The requests over and over until there are this many, a few at a time so that none waits for another, each with
    /// its own task cancelled after a time; the times are spread evenly.
    case cancelEach(Int, after: ClosedRange<Duration>)
    /// The requests over and over until there are this many, with their backend stopped at a moment.
    case stop(Moment, parallel: Int)
    /// The first request, its reply streamed.
    case stream(StreamReading)
    /// The first request, its reply read as lines of at most so many bytes.
    case lines(limit: Int)
    /// The first request, its reply read as server-sent events.
    case events(EventLimits)
    /// The first request over as many connections as it takes, until there are so many events.
    case reconnect(ReconnectionPolicy, events: Int)
    /// Every request in turn on one backend, each downloaded to the same place.
    case download(DownloadPlace, resuming: Bool)
    /// The first request, with a body.
    case upload(UploadBody)

    /// When something is done to a running exchange.
    public enum Moment: Sendable, Hashable {
        /// Before it starts.
        case beforeStart
        /// A time after it started.
        case after(Duration)
        /// Once the server has read the heads of this many requests.
        case requestsSeen(Int)
        /// Once the kernel has taken this many bytes from the server.
        case bytesSent(Int)
        /// Once it has ended.
        case afterEnd
    }
}
