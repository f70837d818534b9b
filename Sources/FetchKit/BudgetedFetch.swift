#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// HTTP fetching that the server cannot hurt: one request, one reply, within a policy, over any backend.
///
/// ```swift
/// let fetch = BudgetedFetch(budget: 1 << 20, backend: .curl)
/// let reply = try await fetch.run(URLRequest(url: url))
/// ```
///
/// A value is cheap to make and to copy; its backend holds the connections, so keep and share that.
public struct BudgetedFetch: Sendable {
    /// What each exchange is granted.
    public let policy: FetchPolicy

    let backend: any FetchBackend
    let observer: FetchObserver?

    /// Makes a fetch with a body budget in bytes and the default limits of ``FetchPolicy``.
    public init(budget: Int, backend: some FetchBackend) {
        self.init(policy: FetchPolicy(budget: budget), backend: backend)
    }

    /// Makes a fetch with a policy.
    ///
    /// - Parameters:
    ///   - policy: What each exchange is granted.
    ///   - backend: What moves the bytes.
    ///   - observer: Hears what went wrong in each exchange that fails, before the failure is thrown.
    public init(policy: FetchPolicy, backend: some FetchBackend, observer: FetchObserver? = nil) {
        self.policy = policy
        self.backend = backend
        self.observer = observer
    }

    /// The same fetch with another policy.
    init(policy: FetchPolicy, over fetch: BudgetedFetch) {
        self.policy = policy
        backend = fetch.backend
        observer = fetch.observer
    }

    /// Performs one request and collects its body. Redirects are refused, nothing is kept for the next request.
    ///
    /// A `timeoutInterval` other than Foundation's default of 60 s replaces the idle timeout for this request.
    /// Cancelling the task cuts the wire and throws `.transport(.cancelled)` at once.
    ///
    /// - Parameters:
    ///   - request: What to ask, and what to send with it.
    ///   - progress: Hears how far the exchange has come.
    /// - Throws: ``FetchFailure``; a request that breaks ``RequestRules`` fails before anything is opened.
    public func run(
        _ request: URLRequest, progress: FetchProgressHandler? = nil
    ) async throws(FetchFailure) -> FetchReply {
        try await backend.perform(exchange(for: request, progress: progress))
    }

    /// The request as a backend receives it: checked, and with the policy that holds for it.
    func exchange(
        for request: URLRequest, uploading upload: FetchUpload? = nil, progress: FetchProgressHandler?
    ) throws(FetchFailure) -> FetchExchange {
        let checked: CheckedRequest
        do {
            checked = try CheckedRequest(request, uploads: upload != nil)
        } catch {
            observer?(FetchDiagnosis(stage: .request, reason: error.reason))
            throw .transport(error.code)
        }
        var policy = policy
        let timeout = request.timeoutInterval
        if timeout != Self.foundationTimeout { policy = policy.idling(seconds: timeout) }
        return FetchExchange(
            request: request, policy: policy, observer: observer, channel: nil, progress: progress, upload: upload,
            checked: checked)
    }

    /// What `URLRequest.timeoutInterval` is when nobody set it, in seconds.
    private static let foundationTimeout: Double = 60
}
