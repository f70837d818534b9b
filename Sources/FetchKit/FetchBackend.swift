#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// Moves the bytes of one exchange. It follows no redirect, retries nothing the caller can see, and keeps no cookies
/// and no cache; an ``ExchangeGate`` it feeds decides what is refused.
///
/// The protocol has one method and stays that way: what later features need travels in ``FetchExchange``.
public protocol FetchBackend: Sendable {
    /// Performs one exchange and answers exactly once.
    ///
    /// Cancelling the calling task cuts the wire and ends the call at once with `.transport(.cancelled)`.
    ///
    /// - Throws: ``FetchFailure``, after handing a ``FetchDiagnosis`` to the exchange's observer.
    func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply
}

/// One exchange as a backend receives it: checked by ``RequestRules``, with the policy that holds for it.
public struct FetchExchange: Sendable {
    /// The request. Its URL is an absolute `http` or `https` one with a host; nothing in it can break a head apart.
    public var request: URLRequest { didSet { checked = nil } }

    /// The policy that holds: the caller's, with the request's own timeout where it names one.
    public var policy: FetchPolicy

    /// Hears, at most once and only if the exchange fails, what went wrong, before the failure is thrown.
    public var observer: FetchObserver?

    /// Where the reply goes while it comes; `nil` for a reply that is collected and returned whole.
    ///
    /// A backend that streams opens it with the head, leaves the body in it, and returns a reply without one. A
    /// backend that returns the body all the same is a stream of one piece.
    public var channel: ReplyChannel?

    /// Hears how far the exchange has come; a backend reports through a ``ProgressMeter``.
    public var progress: FetchProgressHandler?

    /// What to send in place of the request's own body; `nil` where that holds.
    public var upload: FetchUpload? { didSet { checked = nil } }

    /// The request as it was checked; `nil` where it was not, or is another since.
    var checked: CheckedRequest?
}

// In an extension, so that the initialiser with every property stays the one that the compiler writes: it copies nothing.
extension FetchExchange {
    /// Makes an exchange.
    public init(
        request: URLRequest, policy: FetchPolicy, observer: FetchObserver? = nil, progress: FetchProgressHandler? = nil,
        upload: FetchUpload? = nil
    ) {
        self.init(
            request: request, policy: policy, observer: observer, channel: nil, progress: progress, upload: upload,
            checked: nil)
    }

    /// The request, checked: now, where it was not before.
    package func checkedRequest() throws(RequestRules.Fault) -> CheckedRequest {
        if let checked { return checked }
        return try CheckedRequest(request, uploads: upload != nil)
    }
}

/// Hears the diagnosis of a failed exchange, on whatever thread found the fault; it should return quickly.
public typealias FetchObserver = @Sendable (FetchDiagnosis) -> Void
