internal import FetchKit
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One exchange while it runs: hands events to its ``ExchangeMachine`` and carries out the ending, once.
final class RunningExchange: Sendable {
    typealias Outcome = Result<FetchReply, FetchFailure>
    typealias Continuation = CheckedContinuation<Outcome, Never>

    private struct State {
        var machine: ExchangeMachine
        /// Present from the start to the end.
        var continuation: Continuation?
        var task: URLSessionDataTask?
        var timer: ExpiryTimer?
    }

    private let exchange: FetchExchange
    private let session: ExchangeSession
    private let state: Mutex<State>

    init(_ exchange: FetchExchange, session: ExchangeSession) {
        self.exchange = exchange
        self.session = session
        state = Mutex(State(machine: ExchangeMachine(exchange, start: .now)))
    }

    /// Starts the exchange, unless it has ended before; resumes the continuation when it ends.
    func start(_ continuation: Continuation) {
        let early = state.withLock { state in
            if state.machine.ending == nil { state.continuation = continuation }
            return state.machine.ending
        }
        if let early { return conclude(early, continuation) }
        guard let task = session.makeTask(for: exchange.request.withoutOwnTimeout, of: self) else {
            return receive(.cancellation)
        }
        let timer = ExpiryTimer { [weak self] in self?.receive(.clock) }
        let expiry = state.withLock { state -> ContinuousClock.Instant? in
            guard state.machine.ending == nil else { return nil }
            (state.task, state.timer) = (task, timer)
            return state.machine.nextExpiry
        }
        guard let expiry else { return release(task, timer, cuts: true) }
        timer.schedule(at: expiry)
        task.resume()
    }

    /// Hands an event to the machine, and carries out the ending if it is the event that ends the exchange.
    func receive(_ event: ExchangeMachine.Event) {
        let now = ContinuousClock.now
        let (ending, held) = state.withLock { state -> (ExchangeMachine.Ending?, State?) in
            let ending = state.machine.receive(event, at: now)
            guard ending != nil else { return (nil, event.isClock ? state : nil) }
            defer { (state.continuation, state.task, state.timer) = (nil, nil, nil) }
            return (ending, state)
        }
        guard let held else { return }
        guard let ending else {
            held.timer?.schedule(at: held.machine.nextExpiry)
            return
        }
        if let task = held.task { release(task, held.timer, cuts: ending.cutsWire) }
        if let continuation = held.continuation { conclude(ending, continuation) }
    }

    private func release(_ task: URLSessionDataTask, _ timer: ExpiryTimer?, cuts: Bool) {
        timer?.cancel()
        session.forget(task)
        if cuts { session.cut(task) }
    }

    private func conclude(_ ending: ExchangeMachine.Ending, _ continuation: Continuation) {
        if let diagnosis = ending.diagnosis { exchange.observer?(diagnosis) }
        continuation.resume(returning: ending.outcome)
    }
}
