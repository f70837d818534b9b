#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif
public import Foundation

/// A reply whose head has come and whose body is on its way.
public struct FetchStream: Sendable {
    /// The final status code. 404 and 500 are replies.
    public let status: Int

    /// The final head's fields, in order, repeated ones kept apart.
    public let headers: FetchHeaders

    /// The URL that answers: the one asked for, since redirects are refused.
    public let url: URL

    /// The body; nothing of it is received beyond the window until it is read.
    public let body: FetchBody

    /// How many bytes may wait for their reader where nothing else is said: 256 KiB.
    public static let defaultWindow = 256 * 1024
}

extension BudgetedFetch {
    /// Performs one request and returns with the head of its reply; the body follows as it is read.
    ///
    /// ```swift
    /// let stream = try await fetch.stream(URLRequest(url: url))
    /// for try await piece in stream.body { print(piece.count) }
    /// ```
    ///
    /// The policy holds from here to the end of the body: the budget counts every byte, and a reader that takes longer
    /// than the deadline loses the rest. While the reader holds the sender back, its silence is no fault.
    ///
    /// - Parameters:
    ///   - request: As for ``run(_:progress:)``.
    ///   - window: How many bytes may wait for their reader before the sender is held back. A backend may hold up to
    ///     one read more. `URLSession` on Linux cannot hold a sender back: there the budget alone bounds the memory.
    ///   - progress: Hears how far the exchange has come.
    /// - Throws: ``FetchFailure`` where there is no head to return; later failures are thrown by the body.
    public func stream(
        _ request: URLRequest, window: Int = FetchStream.defaultWindow, progress: FetchProgressHandler? = nil
    ) async throws(FetchFailure) -> FetchStream {
        let granted = try exchange(for: request, progress: progress)
        guard let url = request.url else { throw .transport(.badURL) }
        let exchange = StreamedExchange(granted, through: ReplyChannel(window: window), over: backend)
        let head = try await exchange.head().get()
        return FetchStream(
            status: head.status, headers: head.headers, url: url, body: FetchBody(exchange: exchange))
    }
}
