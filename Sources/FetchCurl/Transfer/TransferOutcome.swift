internal import FetchKit
internal import Foundation

/// How an exchange ended: the answer, and for a failure what a person needs to find the fault.
struct TransferOutcome: ~Copyable, Sendable {
    let answer: Result<FetchReply, FetchFailure>
    let diagnosis: FetchDiagnosis?

    init(_ reply: consuming FetchReply) {
        answer = .success(reply)
        diagnosis = nil
    }

    init(_ failure: FetchFailure, _ diagnosis: FetchDiagnosis) {
        answer = .failure(failure)
        self.diagnosis = diagnosis
    }

    /// An exchange that never reached the wire.
    init(_ cause: NeverStarted) {
        self.init(.transport(cause.code), FetchDiagnosis(stage: .connect, reason: cause.reason))
    }
}

/// Why an exchange never reached the wire.
struct NeverStarted: Sendable {
    let code: URLError.Code
    let reason: String

    /// The exchange's task was cancelled before it began: nothing is opened for it.
    static let cancelled = NeverStarted(code: .cancelled, reason: GateRefusal.cancelled.reason)

    /// The backend was stopped before the exchange began.
    static let stopped = NeverStarted(code: .cancelled, reason: "the backend was stopped")

    /// Something that every exchange needs could not be had.
    static func lacking(_ reason: String) -> NeverStarted { NeverStarted(code: .unknown, reason: reason) }
}
