internal import FetchTesting
internal import Synchronization

/// Watches how far this process's memory grows, from when it is made.
final class MemoryWatch: Sendable {
    private let start = ProcessFootprint().residentBytes
    private let peak = Mutex(0)
    private let sampler = Mutex<Task<Void, Never>?>(nil)

    init() {
        let task = Task { [weak self] in
            while !Task.isCancelled, let self {
                self.sample()
                // A cancelled sleep ends the loop at its head.
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        sampler.withLock { $0 = task }
    }

    deinit { sampler.withLock { $0?.cancel() } }

    /// The most that was resident beyond the start, in bytes.
    func growth() -> Int {
        sample()
        return max(0, peak.withLock { $0 } - start)
    }

    private func sample() {
        let now = ProcessFootprint().residentBytes
        peak.withLock { $0 = max($0, now) }
    }
}
