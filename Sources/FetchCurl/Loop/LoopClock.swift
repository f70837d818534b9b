/// The loop's time: read once a turn, so that a callback pays nothing for it.
final class LoopClock {
    typealias Instant = ContinuousClock.Instant

    private(set) var now = ContinuousClock.now

    func refresh() { now = .now }
}
