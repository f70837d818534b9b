internal import Synchronization

/// One loop as the rest of the process sees it: where its commands go, and how busy it is.
final class CurlWorker: Sendable {
    let mailbox = CurlMailbox()
    let load = LoopLoad()
    private let isStarted = Atomic(false)

    /// Starts the loop's thread with the first exchange.
    func startOnce(options: CurlBackend.Options) {
        guard !isStarted.load(ordering: .relaxed), !isStarted.exchange(true, ordering: .relaxed) else { return }
        LoopThread.start(self, options: options)
    }
}
