internal import FetchKit
internal import Foundation
internal import Synchronization

/// One exchange on its way to the loop: what is asked and what is granted.
final class CurlExchange: Sendable {
    typealias Answer = Result<FetchReply, FetchFailure>
    typealias Continuation = UnsafeContinuation<Answer, Never>

    let request: CurlRequest
    let policy: FetchPolicy
    /// Where a streamed reply goes.
    let channel: ReplyChannel?
    /// Who hears how far it has come.
    let progress: FetchProgressHandler?
    private let observer: FetchObserver?
    private let place = Atomic(-1)
    private let memory: Mutex<ReplyMemory?>

    init(_ request: consuming CurlRequest, of exchange: FetchExchange) {
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

    /// Answers the caller, after telling the observer what went wrong.
    func answer(_ outcome: consuming TransferOutcome, to continuation: Continuation) {
        if case .stream(let pipe, _) = request.body { pipe.close() }
        if let diagnosis = outcome.diagnosis { observer?(diagnosis) }
        // SAFETY: whoever takes a continuation out of the mailbox or the table answers it there and then, so once.
        unsafe continuation.resume(returning: outcome.answer)
    }
}

/// How an exchange ended: the answer, and for a failure what a person needs to find the fault.
struct TransferOutcome: Sendable {
    let answer: CurlExchange.Answer
    let diagnosis: FetchDiagnosis?

    init(_ reply: FetchReply) {
        answer = .success(reply)
        diagnosis = nil
    }

    init(_ failure: FetchFailure, _ diagnosis: FetchDiagnosis) {
        answer = .failure(failure)
        self.diagnosis = diagnosis
    }

    /// An exchange that never reached the wire.
    init(neverStarted code: URLError.Code, because reason: String) {
        self.init(.transport(code), FetchDiagnosis(stage: .connect, reason: reason))
    }

    /// An exchange whose task was cancelled before it began: nothing is opened for it.
    static var cancelledBefore: TransferOutcome {
        TransferOutcome(neverStarted: .cancelled, because: GateRefusal.cancelled.reason)
    }

    /// An exchange whose backend was stopped before it began.
    static var stopped: TransferOutcome {
        TransferOutcome(neverStarted: .cancelled, because: "the backend was stopped")
    }
}
