internal import Foundation

/// An exchange that runs beside the reader of its reply; it ends with the last reference to it, if not before.
final class StreamedExchange: Sendable {
    let channel: ReplyChannel
    private let task: Task<Void, Never>

    /// Starts an exchange whose reply goes through its channel.
    init(_ exchange: FetchExchange, through channel: ReplyChannel, over backend: any FetchBackend) {
        self.channel = channel
        var exchange = exchange
        exchange.channel = channel
        task = Task { [exchange] in
            do throws(FetchFailure) {
                channel.end(.success(try await backend.perform(exchange)))
            } catch {
                channel.end(.failure(error))
            }
        }
    }

    deinit { cut() }

    /// Cuts the wire; harmless once the exchange has ended.
    func cut() {
        channel.cut()
        task.cancel()
    }

    /// The head, or the failure that came instead; a cancelled caller cuts the wire.
    func head() async -> Result<ResponseHead, FetchFailure> {
        await withTaskCancellationHandler {
            await channel.head()
        } onCancel: {
            cut()
        }
    }

    /// The next piece of body, `nil` at its end; a cancelled caller cuts the wire.
    func next(isolation actor: isolated (any Actor)?) async -> Result<Data?, FetchFailure> {
        await withTaskCancellationHandler {
            await channel.next()
        } onCancel: {
            cut()
        }
    }
}
