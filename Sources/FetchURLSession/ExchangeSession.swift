internal import FetchKit
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One `URLSession` and the exchanges running on it: starts them, and routes each callback to its exchange.
///
/// An exchange that has ended is no longer in the table, so that what its task still delivers finds nobody.
final class ExchangeSession: NSObject, Sendable {
    private struct State {
        /// `nil` before the session is made and after it is closed.
        var session: URLSession?
        var running: [Int: RunningExchange] = [:]
    }

    private let state = Mutex(State())

    /// Where tasks are cancelled: inside a callback or a cancellation handler `cancel()` can wait for a lock that its
    /// own caller holds (swift-corelibs-foundation#5412).
    private let cutQueue = DispatchQueue(label: "fetch.urlsession.cut")

    override init() {
        super.init()
        let session = URLSession(configuration: .withoutMemory, delegate: self, delegateQueue: nil)
        state.withLock { $0.session = session }
    }

    /// Performs one exchange and answers exactly once.
    func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
        let running = RunningExchange(exchange, session: self)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { running.start($0) }
        } onCancel: {
            running.receive(.cancellation)
        }
        return try outcome.get()
    }

    /// Ends every running exchange as cancelled and gives up the session; exchanges started later end at once.
    func close() {
        let (session, running) = state.withLock { state in
            defer { state = State() }
            return (state.session, state.running)
        }
        for exchange in running.values { exchange.receive(.cancellation) }
        cutQueue.async { session?.invalidateAndCancel() }
    }
}

// MARK: What a running exchange asks for

extension ExchangeSession {
    /// Makes the task of an exchange, or nothing once closed.
    ///
    /// The lock is held meanwhile, because a task made on an invalidated session traps.
    func makeTask(for request: URLRequest, of exchange: RunningExchange) -> URLSessionDataTask? {
        state.withLock { state in
            guard let task = state.session?.dataTask(with: request) else { return nil }
            state.running[task.taskIdentifier] = exchange
            return task
        }
    }

    /// Takes an ended exchange out of the table.
    func forget(_ task: URLSessionTask) {
        state.withLock { _ = $0.running.removeValue(forKey: task.taskIdentifier) }
    }

    /// Cancels a task on a queue of its own.
    func cut(_ task: URLSessionTask) {
        cutQueue.async { task.cancel() }
    }

    private func exchange(of task: URLSessionTask) -> RunningExchange? {
        state.withLock { $0.running[task.taskIdentifier] }
    }
}

// MARK: What URLSession reports

extension ExchangeSession: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = ResponseHead(response) { exchange(of: dataTask)?.receive(.head(head)) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(.body(data))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        if let head = ResponseHead(response) { exchange(of: task)?.receive(.head(head)) }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.receive(.sent(total: Int(clamping: totalBytesSent)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Continues without a credential: a 401 or 407 becomes the reply, and server trust is judged as ever. Left
        // unanswered, the task of a 401 would never complete.
        completionHandler(.performDefaultHandling, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let fault = error.map(SessionFault.init)
        exchange(of: task)?.receive(.completion(fault, task.response.flatMap(ResponseHead.init)))
    }
}
