internal import FetchKit

/// The loop's time: read once a turn, so that a callback pays nothing for it.
final class LoopClock {
    typealias Instant = MonotonicInstant

    // SAFETY: only the loop's thread comes here, and no access contains another.
    @exclusivity(unchecked) private var stored = Instant.now

    var now: Instant { unsafe stored }

    func refresh() { unsafe stored = .now }
}
