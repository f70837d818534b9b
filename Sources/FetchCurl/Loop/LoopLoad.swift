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

/// Adds up what a loop does with its time, and says how much of it was work, window by window.
struct BusyMeter {
    /// Over what time the parts are counted: 20 ms, in nanoseconds.
    static let window: Int64 = 20_000_000

    private var start: MonotonicInstant
    private var waited: Int64 = 0

    init(start: MonotonicInstant) { self.start = start }

    /// Takes a wait; returns how many of a thousand parts of the window were work, where one has come to its end.
    mutating func wait(from: MonotonicInstant, to now: MonotonicInstant) -> Int? {
        waited += now.nanoseconds - from.nanoseconds
        let whole = now.nanoseconds - start.nanoseconds
        guard whole >= Self.window else { return nil }
        defer { (start, waited) = (now, 0) }
        return Int((whole - min(waited, whole)) * 1000 / whole)
    }
}
