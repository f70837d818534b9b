internal import Foundation
internal import Synchronization

/// How late this machine wakes a thread that only sleeps, while a scenario runs.
///
/// A window of time is about a backend; what a busy machine adds to every wait is not the backend's.
final class MachineLateness: Sendable {
    private struct State {
        var worst = Duration.zero
        var isOver = false
    }

    private let state = Mutex(State())
    private static let nap = Duration.milliseconds(10)

    init() {
        Thread.detachNewThread { [self] in
            var isOver = false
            while !isOver {
                let start = ContinuousClock.now
                Thread.sleep(forTimeInterval: 0.01)
                let late = start.duration(to: .now) - Self.nap
                isOver = state.withLock {
                    $0.worst = max($0.worst, late)
                    return $0.isOver
                }
            }
        }
    }

    /// Ends the measurement. Two waits can be late in a row: the server's that sends, and the backend's that hears.
    func end() -> Duration {
        state.withLock {
            $0.isOver = true
            return $0.worst * 2
        }
    }
}
