internal import Synchronization

/// One loop as the rest of the process sees it: where its commands and tasks go, and how busy it is.
final class CurlWorker: Sendable {
    let mailbox = CurlMailbox()
    let load = LoopLoad()
    private let options: CurlBackend.Options
    private let isStarted = Atomic(false)

    init(options: CurlBackend.Options) { self.options = options }

    /// Starts the loop's thread with the first exchange or task.
    func startOnce() {
        guard !isStarted.load(ordering: .relaxed), !isStarted.exchange(true, ordering: .relaxed) else { return }
        LoopThread.start(self, options: options)
    }
}

extension CurlWorker: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        startOnce()
        if !mailbox.post(job) { Self.pass(on: job) }
    }

    /// Has a task go on where tasks without a preference do: its loop has ended.
    static func pass(on job: UnownedJob) { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
}
