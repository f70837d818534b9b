public import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Moves bytes with Foundation's `URLSession`, held to the policy by an `ExchangeGate` of its own.
///
/// One session, ephemeral, without cookies, cache or stored credentials, serves every exchange of a backend and is
/// invalidated when the backend is released. An outcome is final as soon as the gate refuses: the caller is resumed at
/// once, and what `URLSession` still delivers is dropped.
///
/// On Linux some things are beyond what can be built on `URLSession`:
/// - A chunked reply with a trailer field, or a connection closed inside the head, traps the whole process in some
///   releases of Foundation, 6.3 among them. It cannot be caught. Do not point this backend at a server you do not
///   trust; the curl backend has no such fault.
/// - Cancelling a task does not stop its transfer at once: bytes beyond the budget are received, and dropped.
/// - A redirect is reported only after its whole body; until then only the policy's times bound it. An endless one
///   keeps the queue that all sessions of the process share busy, and later exchanges run into their idle timeout.
/// - Only decoded bytes of a content-coded body are seen, and no framing: a coded body cut short passes when
///   `URLSession` calls it complete, and head bytes are counted from the fields alone.
/// - A streamed reply cannot be held back: what its reader has not taken yet waits in memory, up to the budget.
/// - An upload from a sequence is collected in a temporary file first, and sent with its length.
/// - Repeated fields arrive joined, in no order; here they are sorted by name.
public final class URLSessionBackend: FetchBackend, Sendable {
    let session = ExchangeSession()

    /// Makes a backend with a session of its own.
    public init() {}

    deinit { stop() }

    /// Ends every exchange with `.transport(.cancelled)`, and refuses every later one in the same way.
    public func stop() { session.close() }

    /// Performs one exchange; see `FetchBackend`.
    ///
    /// - Throws: `FetchFailure`; `.transport` holds Foundation's code where the gate has nothing more exact to say.
    public func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
        try await session.perform(exchange)
    }
}

extension FetchBackend where Self == URLSessionBackend {
    /// The backend that the whole process shares; its session lives as long as the process.
    public static var urlSession: URLSessionBackend { .shared }
}

extension URLSessionBackend {
    fileprivate static let shared = URLSessionBackend()
}
