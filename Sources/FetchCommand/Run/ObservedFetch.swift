internal import FetchKit
internal import Synchronization

/// A fetch that is granted what the command line grants, and what its observer has heard.
struct ObservedFetch: Sendable {
    let fetch: BudgetedFetch
    private let backend: BackendName
    private let heard = Heard()

    init(_ arguments: FetchArguments) {
        let cutsItself = arguments.printing != nil
        backend = arguments.backend
        fetch = BudgetedFetch(policy: arguments.policy, backend: backend.backend) { [heard] diagnosis in
            // The cut that follows a fault in what was to be printed tells nothing of the fault.
            if cutsItself, diagnosis.reason == GateRefusal.cancelled.reason { return }
            heard.diagnosis.withLock { $0 = diagnosis }
        }
    }

    /// The end as it is reported; the reason is for a failure that the observer has heard nothing of.
    func end(
        _ result: Result<FetchReply, FetchFailure>, body: BodyPlace = .reply, because reason: String? = nil
    ) -> FetchEnd {
        let own = reason.map { FetchDiagnosis(stage: .body, reason: $0) }
        return FetchEnd(
            backend: backend, result: result, diagnosis: heard.diagnosis.withLock { $0 } ?? own, body: body)
    }

    /// Keeps the last that the observer hears, on whatever thread it hears it.
    private final class Heard: Sendable {
        let diagnosis = Mutex<FetchDiagnosis?>(nil)
    }
}
