internal import Foundation

/// Decides what becomes of an event stream: told what happened and when, it says what to do next. Pure.
struct Reconnection: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// What happened.
    enum Happening: Sendable, Hashable {
        /// It is time to connect: at first, and when a wait is over.
        case due
        /// A reply's head came, at so many seconds since 1970.
        case head(status: Int, FetchHeaders, date: Int)
        /// An event came.
        case event
        /// The connection ended, or failed.
        case end(FetchFailure?)
    }

    /// What to do next.
    enum Step: Sendable, Hashable {
        /// Connect, for no longer than this.
        case connect(within: Duration)
        /// Read the next event of the connection.
        case read
        /// Let the connection go, and wait.
        case wait(until: Instant)
        /// The server wants no more connections.
        case finish
        /// Give up; the reason is for the observer, where nobody has told it one.
        case fail(FetchFailure, reason: String?)
    }

    /// The ID to name in `Last-Event-ID`; empty to name none.
    private(set) var lastEventID: String

    private let policy: ReconnectionPolicy
    private let end: Instant
    private var retry: Duration
    /// How many connections in a row have brought no event, the current one counted until it brings one.
    private var barren = 0

    /// Makes the machine of a sequence that starts now.
    init(policy: ReconnectionPolicy, lastEventID: String, start: Instant) {
        self.policy = policy
        self.lastEventID = lastEventID
        end = start.advanced(by: policy.deadline)
        retry = policy.retry
    }

    /// Notes what a connection has said for the ones after it.
    mutating func note(lastEventID: String, retry: Duration?) {
        self.lastEventID = lastEventID
        if let retry { self.retry = max(retry, ReconnectionPolicy.shortestAskedWait) }
    }

    /// What to do after something happened.
    mutating func step(after happening: Happening, at now: Instant) -> Step {
        switch happening {
        case .due:
            guard now < end else { return overdue }
            barren += 1
            return .connect(within: now.duration(to: end))
        case .head(let status, let headers, let date):
            return step(afterHead: status, headers, date: date, at: now)
        case .event:
            barren = 0
            return .read
        case .end(let failure?) where !Self.isLoss(failure):
            return .fail(failure, reason: nil)
        case .end:
            return wait(backoff, from: now)
        }
    }
}

extension Reconnection {
    /// Statuses that say "not now" rather than "never".
    private static let passingStatuses: Set = [429, 500, 502, 503, 504]

    private func step(afterHead status: Int, _ headers: FetchHeaders, date: Int, at now: Instant) -> Step {
        switch status {
        case 200 where headers.announceEvents:
            return .read
        case 200:
            return .fail(.transport(.badServerResponse), reason: "the reply's content type is not text/event-stream")
        case 204:
            return .finish
        case _ where Self.passingStatuses.contains(status):
            let asked = headers["Retry-After"].flatMap { RetryAfter($0, now: date) }?.delay
            return wait(asked.map { max($0, ReconnectionPolicy.shortestAskedWait) } ?? backoff, from: now)
        default:
            return .fail(.transport(.badServerResponse), reason: "the status is \(status), which ends an event stream")
        }
    }

    /// True for a failure of the connection, which another one may not have; the rest would only fail again.
    private static func isLoss(_ failure: FetchFailure) -> Bool {
        guard case .transport(let code) = failure else { return false }
        return switch code {
        case .networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet,
            .timedOut:
            true
        // URLSession on Linux says no more of most losses.
        case .unknown: true
        default: false
        }
    }

    /// The wait that nobody asked for: doubled with each connection in a row that brought nothing.
    private var backoff: Duration { retry * (1 << min(max(barren - 1, 0), 16)) }

    /// Waits, unless that would outlast the sequence: then there is nothing to wait for.
    private func wait(_ time: Duration, from now: Instant) -> Step {
        let until = now.advanced(by: min(time, policy.longestWait))
        return until < end ? .wait(until: until) : overdue
    }

    private var overdue: Step {
        .fail(.transport(.timedOut), reason: "the deadline of \(policy.deadline) leaves no time for a reconnection")
    }
}
