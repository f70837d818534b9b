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
        var meter: ProgressMeter?
    }

    private let exchange: FetchExchange
    private let session: ExchangeSession
    private let state: Mutex<State>

    init(_ exchange: FetchExchange, session: ExchangeSession) {
        self.exchange = exchange
        self.session = session
        state = Mutex(
            State(
                machine: ExchangeMachine(exchange, start: .now), meter: exchange.progress.map { ProgressMeter($0) }))
    }

    /// Starts the exchange, unless it has ended before; resumes the continuation when it ends.
    func start(_ continuation: Continuation) {
        let timer = ExpiryTimer { [weak self] in self?.receive(.clock) }
        let (ending, expiry) = state.withLock { state in
            if state.machine.ending == nil { (state.continuation, state.timer) = (continuation, timer) }
            return (state.machine.ending, state.machine.nextExpiry)
        }
        if let ending { return conclude(ending, continuation) }
        timer.schedule(at: expiry)
        session.start(exchange, of: self)
    }

    /// False once the exchange has ended.
    var isRunning: Bool { state.withLock { $0.machine.ending == nil } }

    /// Takes the task that runs the exchange; false if the exchange has ended, and the task must not start.
    func adopt(_ task: URLSessionDataTask) -> Bool {
        state.withLock { state in
            guard state.machine.ending == nil else { return false }
            state.task = task
            return true
        }
    }

    /// Hands an event to the machine, and carries out what it leads to.
    func receive(_ event: ExchangeMachine.Event) {
        let now = MonotonicInstant.now
        let (reaction, held, report) = state.withLock { state in
            let reaction = state.machine.receive(event, at: now)
            guard reaction.ending != nil else {
                let due = event.isProgress ? state.meter?.due(at: now) : nil
                return (reaction, State?.none, due.map { ($0, state.machine.progress) })
            }
            defer { (state.continuation, state.task, state.timer, state.meter) = (nil, nil, nil, nil) }
            return (reaction, state, state.meter.map { ($0.handler, state.machine.progress) })
        }
        if let head = reaction.head { exchange.channel?.open(head) }
        if let body = reaction.body { exchange.channel?.leave(body) }
        if let (handler, progress) = report { handler(progress) }
        guard let ending = reaction.ending, let held else { return event.isClock ? setTimer() : () }
        held.timer?.cancel()
        if let task = held.task { session.release(task, cuts: ending.cutsWire) }
        if let continuation = held.continuation { conclude(ending, continuation) }
    }

    private func setTimer() {
        let (timer, expiry) = state.withLock { ($0.timer, $0.machine.nextExpiry) }
        timer?.schedule(at: expiry)
    }

    private func conclude(_ ending: ExchangeMachine.Ending, _ continuation: Continuation) {
        if let diagnosis = ending.diagnosis { exchange.observer?(diagnosis) }
        continuation.resume(returning: ending.outcome)
    }
}
