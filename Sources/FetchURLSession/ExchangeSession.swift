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
        /// `nil` until it is made and once it is given up, both on the call queue.
        var session: URLSession?
        var running: [Int: RunningExchange] = [:]
    }

    private let state = Mutex(State())

    /// Where `URLSession` is called, and nowhere else, because its calls can block. They wait for a queue that all
    /// sessions of the process share and that an endless redirect keeps busy for seconds; and `cancel()` inside a
    /// callback or a cancellation handler can wait for its own caller (swift-corelibs-foundation#5412).
    private let callQueue = DispatchQueue(label: "fetch.urlsession.calls")

    override init() {
        super.init()
        callQueue.async {
            let session = URLSession(configuration: .withoutMemory, delegate: self, delegateQueue: nil)
            self.state.withLock { $0.session = session }
        }
    }

    /// Performs one exchange and answers exactly once.
    func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
        guard case .pieces(let pieces) = exchange.upload else { return try await performWhole(exchange) }
        let start = MonotonicInstant.now
        let spool = try await UploadSpool.fill(with: pieces, for: exchange)
        var exchange = exchange
        exchange.upload = .file(spool.file)
        exchange.policy.deadline -= start.duration(to: .now)
        return try await performWhole(exchange)
    }

    private func performWhole(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
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
        let running = state.withLock { state in
            defer { state.running = [:] }
            return state.running.values
        }
        for exchange in running { exchange.receive(.cancellation) }
        callQueue.async { self.state.withLock { $0.session.take() }?.invalidateAndCancel() }
    }
}

// MARK: What a running exchange asks for

extension ExchangeSession {
    /// Makes and resumes the task of an exchange, unless the exchange has ended meanwhile.
    func start(_ exchange: FetchExchange, of running: RunningExchange) {
        callQueue.async {
            guard let session = self.state.withLock(\.session) else { return running.receive(.cancellation) }
            guard running.isRunning else { return }
            let request = exchange.request.withoutOwnTimeout
            let task =
                if case .file(let file) = exchange.upload {
                    session.uploadTask(with: request, fromFile: file.url)
                } else {
                    session.dataTask(with: request)
                }
            self.state.withLock { $0.running[task.taskIdentifier] = running }
            if running.adopt(task) { task.resume() } else { self.release(task, cuts: true) }
        }
    }

    /// Takes an ended exchange's task out of the table and, where it may still be running, cancels it.
    func release(_ task: URLSessionTask, cuts: Bool) {
        state.withLock { _ = $0.running.removeValue(forKey: task.taskIdentifier) }
        if cuts { callQueue.async { task.cancel() } }
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
        // In turn with the cancels: a redirect answered after its task was cancelled traps on Linux, and so does one whose
        // task is cancelled before the answer has been taken.
        callQueue.async {
            guard let exchange = self.exchange(of: task) else { return }
            completionHandler(nil)
            if let head = ResponseHead(response) { exchange.receive(.head(head)) }
        }
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
        // Without a credential a 401 or 407 is the reply. `performDefaultHandling` would leave its task without an end
        // on Linux before 6.3.2; this ends it as cancelled, which the exchange knows to read as a reply.
        let asked = challenge.protectionSpace.authenticationMethod
        completionHandler(
            Self.credentialMethods.contains(asked) ? .rejectProtectionSpace : .performDefaultHandling, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let fault = error.map(SessionFault.init)
        exchange(of: task)?.receive(.completion(fault, task.response.flatMap(ResponseHead.init)))
    }

    /// The challenges that ask for a credential; any other, server trust among them, keeps its default handling.
    private static let credentialMethods: Set<String> = [
        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
        NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate,
    ]
}
