public import Foundation

/// The body of a streamed reply, piece by piece as it comes, under the exchange's budget, idle timeout and deadline.
///
/// It can be read once. Pieces are what the network brought, joined where the reader was slower. Leaving the loop
/// early, throwing out of it, or cancelling the task cuts the wire at once, since the exchange ends with its reader.
///
/// Read it by pieces. A byte for each `await` costs a suspension each; measured by `fetch-bench --reads` (MiB/s, two
/// cores, nginx on loopback, Swift 6.3.1, November 2026; what a run finds of the machine moves the first two rows):
///
/// | | curl | URLSession |
/// |---|---|---|
/// | by pieces | 600 to 1,400 | 370 to 700 |
/// | collected whole, for comparison | 660 to 710 | 360 to 420 |
/// | a byte per `await`, off the main actor | 27 to 35 | 30 to 35 |
/// | a byte per `await`, on the main actor | 0.1 at most | 0.1 at most |
///
/// A failure is thrown after the bytes that came before it and were good: those within the budget when it is crossed,
/// those before a lost connection. A body that was cut never ends like a whole one.
public struct FetchBody: AsyncSequence, Sendable {
    /// A piece of the body, never empty.
    public typealias Element = Data

    /// What reading throws.
    public typealias Failure = FetchFailure

    let exchange: StreamedExchange

    /// What the exchange cost; `nil` until the last piece has been received, and after a failure.
    public var receipt: FetchReceipt? { exchange.channel.receipt }

    /// Starts reading. A second iterator takes pieces away from the first, and finds the exchange cut when that goes.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: Reader(exchange: exchange))
    }

    /// Reads a body; the exchange is cut when the last copy of it goes.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: Reader

        /// The next piece, never empty; `nil` at the end of a whole body.
        ///
        /// - Throws: ``FetchFailure``, after the pieces that were good.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(FetchFailure) -> Data? {
            try await reader.exchange.next(isolation: actor).get()
        }
    }

    /// Lives as long as somebody reads.
    final class Reader: Sendable {
        let exchange: StreamedExchange
        init(exchange: StreamedExchange) { self.exchange = exchange }
        deinit { exchange.cut() }
    }
}
