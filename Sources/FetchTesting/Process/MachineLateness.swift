internal import Foundation
internal import Synchronization

/// How late this machine wakes a thread that only sleeps, and resumes a task that only sleeps, from its making to its end.
///
/// ```swift
/// let lateness = MachineLateness()
/// let start = ContinuousClock.now
/// // … what has to end after 300 ms …
/// print(start.duration(to: .now) < .milliseconds(450) + lateness.end() ? "in time" : "late")
/// ```
///
/// A window of time in a test is about what it tests; what a busy machine, or the other tests of the process, add to
/// every wait is not its doing.
public final class MachineLateness: Sendable {
    private struct State {
        var worst = Duration.zero
        var isOver = false
    }

    private let state = Mutex(State())
    private static let nap = Duration.milliseconds(10)

    /// Starts to measure, every 10 ms.
    public init() {
        Thread.detachNewThread { [weak self] in
            var start = ContinuousClock.now
            repeat {
                start = .now
                Thread.sleep(forTimeInterval: 0.01)
            } while self?.note(start) == true
        }
        Task { [weak self] in
            var start = ContinuousClock.now
            repeat {
                start = .now
                // Nobody cancels it.
                try? await Task.sleep(for: Self.nap, tolerance: .zero, clock: .continuous)
            } while self?.note(start) == true
        }
    }

    /// Notes how late a nap has ended; true while there is to be another.
    private func note(_ start: ContinuousClock.Instant) -> Bool {
        let late = start.duration(to: .now) - Self.nap
        return state.withLock {
            $0.worst = max($0.worst, late)
            return !$0.isOver
        }
    }

    /// Ends the measurement. Returns twice the worst of it: two waits can be late in a row, the server's that sends and
    /// the client's that hears.
    public func end() -> Duration {
        state.withLock {
            $0.isOver = true
            return $0.worst * 2
        }
    }
}
