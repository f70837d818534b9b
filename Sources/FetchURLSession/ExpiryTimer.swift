internal import Dispatch
internal import FetchKit
internal import Synchronization

/// Fires at a moment on the continuous clock, exactly, and can be set again; one for each exchange.
///
/// A dispatch source rather than a sleeping task: cancelled, it is gone, while a sleep stays in the runtime's heap of
/// timers until the moment it was to end.
final class ExpiryTimer: Sendable {
    private let source: Mutex<any DispatchSourceTimer>
    private static let queue = DispatchQueue(label: "fetch.urlsession.expiry")

    /// Makes a timer that is not set yet.
    init(_ fire: @escaping @Sendable () -> Void) {
        let timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.setEventHandler(handler: fire)
        timer.activate()
        source = Mutex(timer)
    }

    /// Sets the moment anew; one that has passed fires at once.
    func schedule(at moment: MonotonicInstant) {
        let left = max(0, moment.nanoseconds - MonotonicInstant.now.nanoseconds)
        source.withLock { $0.schedule(deadline: .now() + .nanoseconds(Int(left)), leeway: .nanoseconds(0)) }
    }

    /// Stops the timer for good.
    func cancel() {
        source.withLock { $0.cancel() }
    }

    deinit { cancel() }
}
