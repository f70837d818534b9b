internal import FetchKit
internal import Synchronization

/// Notes when a scenario's exchanges start and end.
///
/// A failure ends when the backend reports it to the observer, on its own thread: when the waiting task runs again says
/// how busy this process is, and nothing of the backend.
final class ExchangeWatch: Sendable {
    typealias Instant = ContinuousClock.Instant

    private struct Notes {
        var start: Instant?
        var end: Instant?
        var diagnosis: FetchDiagnosis?
    }

    private let notes = Mutex(Notes())

    /// When the first exchange started.
    var start: Instant? { notes.withLock { $0.start } }

    /// When the last one ended.
    var end: Instant? { notes.withLock { $0.end } }

    /// What the last failure's observer heard.
    var diagnosis: FetchDiagnosis? { notes.withLock { $0.diagnosis } }

    func noteStart() {
        notes.withLock { if $0.start == nil { $0.start = .now } }
    }

    func noteReply() {
        notes.withLock { $0.end = .now }
    }

    func note(_ diagnosis: FetchDiagnosis) {
        notes.withLock {
            $0.end = .now
            $0.diagnosis = diagnosis
        }
    }
}
