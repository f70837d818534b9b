internal import FetchKit
internal import Foundation

/// How an exchange ended: what its reply is made of, or what failed and what a person needs to find the fault.
///
/// Not copied: on its way from the loop to the caller it would be, five times.
enum TransferOutcome: ~Copyable, Sendable {
    case reply(status: Int, headers: FetchHeaders, body: Data, receipt: FetchReceipt)
    case failure(FetchFailure, FetchDiagnosis)

    /// An exchange that never reached the wire.
    init(_ cause: NeverStarted) {
        self = .failure(.transport(cause.code), FetchDiagnosis(stage: .connect, reason: cause.reason))
    }

    /// What the observer is to hear; `nil` for a reply.
    var diagnosis: FetchDiagnosis? {
        switch self {
        case .reply: nil
        case .failure(_, let diagnosis): diagnosis
        }
    }

    /// The reply, in the caller's hands.
    ///
    /// - Throws: What failed.
    consuming func reply(from url: URL) throws(FetchFailure) -> FetchReply {
        switch consume self {
        case .reply(let status, let headers, let body, let receipt):
            return FetchReply(status: status, body: body, headers: headers, url: url, receipt: receipt)
        case .failure(let failure, _): throw failure
        }
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
