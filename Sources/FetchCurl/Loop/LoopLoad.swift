internal import FetchKit
internal import Synchronization

/// How much of a loop's time is work, as others see it.
final class LoopLoad: Sendable {
    private let permille = Atomic(0)
    private let published = Atomic(Int64.min)

    /// Says how busy the loop was up to now.
    func publish(_ value: Int, at now: MonotonicInstant) {
        permille.store(value, ordering: .relaxed)
        published.store(now.nanoseconds, ordering: .relaxed)
    }

    /// How many of a thousand parts of its time the loop works; none where it has not stirred for a while.
    func busy(at now: MonotonicInstant) -> Int {
        let age = now.nanoseconds &- published.load(ordering: .relaxed)
        return (0..<BusyMeter.window * 5).contains(age) ? permille.load(ordering: .relaxed) : 0
    }
}
