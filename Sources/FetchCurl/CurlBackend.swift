public import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
internal import Synchronization

/// Fetches over libcurl's multi interface, on one thread of its own, or several, that start with their first exchange. Over
/// TLS each has a second one that only watches it.
///
/// Connections are pooled and shared by all exchanges of a backend, HTTP/2 among them, so make one and keep it. No
/// proxy, cookie, credential or configuration file of the environment is used.
///
/// When the last reference goes, or at ``stop()``, every exchange still running is answered with
/// `.transport(.cancelled)`, every connection is closed and the threads end. A process may exit at any time without either;
/// what is under way then is not answered any more.
public final class CurlBackend: FetchBackend {
    private let workers: [CurlWorker]
    private let placement: Mutex<LoopPlacement>

    /// The version of the libcurl that this process has loaded, such as `7.88.1`; not the one it was built with.
    public static var libraryVersion: String { CurlLibrary.version }

    /// Makes a backend; opens nothing before its first exchange, or the first task on its ``executor``.
    public init(options: Options = Options()) {
        workers = (0..<options.loops).map { _ in CurlWorker(options: options) }
        placement = Mutex(LoopPlacement(loops: options.loops))
    }

    deinit { stop() }

    /// Runs tasks on the thread that performs the exchanges; the first, where there are several.
    ///
    /// A task that asks for a reply from there is not woken across threads, which for a small reply takes longer than
    /// anything else:
    ///
    /// ```swift
    /// let backend = CurlBackend()
    /// let fetch = BudgetedFetch(budget: 1 << 20, backend: backend)
    /// let reply = try await withTaskExecutorPreference(backend.executor) {
    ///     try await fetch.run(URLRequest(url: url))
    /// }
    /// ```
    ///
    /// Meant for what handles each reply in microseconds and asks for the next. All exchanges of the thread wait while a
    /// task computes there, their deadlines too, so do not block in one, nor read or write files. Code of another actor
    /// with an executor of its own, the main actor's among them, runs where it always does. Once the backend has been
    /// stopped tasks go on as if they had no preference.
    public var executor: any TaskExecutor { workers[0] }

    /// Ends every exchange with `.transport(.cancelled)`, and refuses every later one in the same way.
    ///
    /// Returns at once; the threads close the connections and end by themselves.
    public func stop() {
        for worker in workers { worker.mailbox.post(.stop) }
    }

    /// Performs one exchange; see `FetchBackend`.
    public func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
        let request: CurlRequest
        do {
            request = try CurlRequest(exchange)
        } catch {
            exchange.observer?(FetchDiagnosis(stage: .request, reason: error.reason))
            throw .transport(error.code)
        }
        let running = CurlExchange(request, of: exchange)
        let worker = worker(for: running)
        let mailbox = worker.mailbox
        worker.startOnce()
        if case .stream(let pipe, _) = running.request.body {
            pipe.onPiece { mailbox.post(.resume(running)) }
        }
        exchange.channel?.onRoom { mailbox.post(.resume(running)) }
        await withTaskCancellationHandler {
            unsafe await withUnsafeContinuation { (continuation: CurlExchange.Continuation) in
                if let refusal = unsafe mailbox.post(.start(running, continuation)) {
                    unsafe running.refuse(refusal, to: continuation)
                }
            }
        } onCancel: {
            running.isCancelled = true
            mailbox.post(.cancel(running))
        }
        if case .stream(let pipe, _) = running.request.body { pipe.close() }
        return try running.takeOutcome().reply(from: running.request.checked.url)
    }

    private func worker(for exchange: CurlExchange) -> CurlWorker {
        guard workers.count > 1 else { return workers[0] }
        let now = MonotonicInstant.now
        let busy = workers.map { $0.load.busy(at: now) }
        return workers[placement.withLock { $0.place(exchange.request.target.authority, busy: busy) }]
    }
}

extension FetchBackend where Self == CurlBackend {
    /// The process's shared libcurl backend, with the default options. It is never released.
    public static var curl: CurlBackend { CurlBackend.shared }
}

extension CurlBackend {
    fileprivate static let shared = CurlBackend()
}
