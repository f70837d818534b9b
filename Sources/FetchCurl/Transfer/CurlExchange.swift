internal import FetchKit
internal import Synchronization

/// One exchange on its way to the loop and back: what is asked, what is granted, and in the end what came of it.
final class CurlExchange: Sendable {
    /// The caller's task, which waits; what it waits for is left in the exchange.
    typealias Continuation = UnsafeContinuation<Void, Never>

    let request: CurlRequest
    let policy: FetchPolicy
    /// Where a streamed reply goes.
    let channel: ReplyChannel?
    /// Who hears how far it has come.
    let progress: FetchProgressHandler?
    private let observer: FetchObserver?
    private let place = Atomic(-1)
    private let cancelled = Atomic(false)
    private let memory: Mutex<ReplyMemory?>
    private let outcome = Mutex<TransferOutcome?>(nil)

    init(_ request: consuming CurlRequest, of exchange: borrowing FetchExchange) {
        self.request = request
        policy = exchange.policy
        channel = exchange.channel
        progress = exchange.progress
        observer = exchange.observer
        memory = Mutex(ReplyMemory(collecting: channel == nil ? policy.budget : 0))
    }

    /// What the reply is put in; the loop's to take, once.
    func takeMemory() -> ReplyMemory {
        memory.withLock { $0.take() } ?? ReplyMemory()
    }

    /// The slot of the transfer it runs in; -1 before. Read and written by the loop alone.
    var slot: Int {
        get { place.load(ordering: .relaxed) }
        set { place.store(newValue, ordering: .relaxed) }
    }

    /// True once the caller's task was cancelled, which may be before the exchange begins.
    var isCancelled: Bool {
        get { cancelled.load(ordering: .acquiring) }
        set { cancelled.store(newValue, ordering: .releasing) }
    }

    /// Leaves how it ended, for the caller's task to take once it is resumed; the observer hears of a failure now, however
    /// busy the caller's executor is.
    func end(with outcome: consuming TransferOutcome) {
        if let diagnosis = outcome.diagnosis { observer?(diagnosis) }
        // A closure cannot consume what it captures.
        var ending = Optional(outcome)
        self.outcome.withLock { $0 = ending.take() }
    }

    /// Answers the caller of an exchange that does not begin.
    func refuse(_ cause: NeverStarted, to continuation: Continuation) {
        end(with: TransferOutcome(cause))
        // SAFETY: whoever takes a continuation out of the mailbox or the table resumes it, so it is resumed once.
        unsafe continuation.resume()
    }

    /// How it ended; the caller's to take, once.
    func takeOutcome() -> TransferOutcome {
        outcome.withLock { $0.take() } ?? TransferOutcome(.stopped)
    }
}
