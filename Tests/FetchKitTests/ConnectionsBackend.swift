import FetchKit
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A backend without a network that streams: each exchange gets the next of its connections.
final class ConnectionsBackend: FetchBackend {
    struct Connection: Sendable {
        var status = 200
        var headers = FetchHeaders([("Content-Type", "text/event-stream")])
        /// The pieces of the body; `nil` for a connection that fails before its head.
        var pieces: [String]? = []
        var end = End.whole

        enum End: Sendable {
            case whole
            case failed(FetchFailure)
            /// Nothing more comes until the reader cuts the wire.
            case silent
        }
    }

    private struct State {
        var connections: ArraySlice<Connection>
        var exchanges: [FetchExchange] = []
    }

    private let state: Mutex<State>
    private let cuts = AsyncStream.makeStream(of: Void.self)

    init(_ connections: [Connection]) { state = Mutex(State(connections: connections[...])) }

    /// The exchanges asked for, in order.
    var exchanges: [FetchExchange] { state.withLock(\.exchanges) }

    /// Waits until the reader of a silent connection has cut it.
    func cut() async { for await _ in cuts.stream { return } }

    func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
        let connection = state.withLock { state in
            state.exchanges.append(exchange)
            return state.connections.popFirst()
        }
        guard let connection, let url = exchange.request.url else { throw .transport(.resourceUnavailable) }
        if let pieces = connection.pieces {
            exchange.channel?.open(ResponseHead(status: connection.status, headers: connection.headers))
            for piece in pieces { exchange.channel?.leave(Data(piece.utf8)) }
        }
        switch connection.end {
        case .whole:
            return FetchReply(status: connection.status, body: Data(), headers: connection.headers, url: url)
        case .failed(let failure):
            throw failure
        case .silent:
            // Ends with the cancellation alone.
            try? await Task.sleep(for: .seconds(3600))
            cuts.continuation.yield()
            throw .transport(.cancelled)
        }
    }
}

extension AsyncSequence where Failure == FetchFailure {
    /// What the sequence brings, and the failure it ends with.
    func collected() async -> (elements: [Element], failure: FetchFailure?) {
        var elements: [Element] = []
        do throws(FetchFailure) {
            for try await element in self { elements.append(element) }
            return (elements, nil)
        } catch {
            return (elements, error)
        }
    }
}
