public import FetchKit
public import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A backend without a network, for the tests of code that fetches: canned replies or a closure, and a record.
public final class StubBackend: FetchBackend {
    /// Answers one exchange.
    public typealias Answer = @Sendable (FetchExchange) async throws(FetchFailure) -> FetchReply

    private let answer: Answer
    private let record = Mutex<[FetchExchange]>([])

    /// Every exchange asked for, in order.
    public var exchanges: [FetchExchange] { record.withLock { $0 } }

    /// Answers with a closure, whose replies are handed on as they are.
    public init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// Answers every exchange with the same status and body, judged as a server's would be: a redirect status is
    /// refused, and so is a body over the budget.
    public convenience init(status: Int = 200, headers: FetchHeaders = FetchHeaders(), body: Data = Data()) {
        self.init { exchange throws(FetchFailure) in
            var gate = ExchangeGate(
                policy: exchange.policy, method: exchange.request.httpMethod ?? "GET", start: MonotonicInstant.now)
            _ = gate.receive(ResponseHead(status: status, headers: headers))
            _ = gate.receiveBody(decoded: body.count)
            if let refusal = gate.refusal {
                exchange.observer?(FetchDiagnosis(stage: gate.stage, reason: refusal.reason))
                throw refusal.failure
            }
            guard let url = exchange.request.url else { throw .transport(.badURL) }
            return FetchReply(status: status, body: body, headers: headers, url: url)
        }
    }

    /// Answers with the outcomes in order, and with `.transport(.resourceUnavailable)` when there are no more.
    public convenience init(_ outcomes: [Result<FetchReply, FetchFailure>]) {
        let rest = Mutex(outcomes[...])
        self.init { _ throws(FetchFailure) in
            guard let outcome = rest.withLock({ $0.popFirst() }) else { throw .transport(.resourceUnavailable) }
            return try outcome.get()
        }
    }

    /// Enters the exchange and answers it; a task cancelled already gets `.transport(.cancelled)`.
    public func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
        record.withLock { $0.append(exchange) }
        if Task.isCancelled { throw .transport(.cancelled) }
        return try await answer(exchange)
    }
}
