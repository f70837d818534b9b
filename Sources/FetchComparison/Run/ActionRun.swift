internal import FetchKit
internal import FetchTesting
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What an action came to.
struct ActionReport: Sendable {
    var outcome: Outcome
    var reply: ReplyObservation?
    /// The outcome, the cancellation or the stop.
    var decidedAt: ContinuousClock.Instant
    var elapsed: Duration
    var file: FileObservation?
    var bytesSentWhileHeld: Int?
}

/// Does to one backend what a scenario says.
struct ActionRun: Sendable {
    typealias Answer = Result<FetchReply, FetchFailure>

    let fetch: BudgetedFetch
    let watch: ExchangeWatch
    let server: LoopbackServer
    let requests: [URLRequest]
    let limit: Duration
    let stop: (@Sendable () -> Void)?

    func perform(_ action: ScenarioAction) async -> ActionReport {
        switch action {
        case .once: await report(separate(1), interruptedAt: nil, Self.single)
        case .sequence: await sequence(pausing: nil)
        case .spaced(let pause): await sequence(pausing: pause)
        case .parallel(let count): await report(separate(count), interruptedAt: nil, Self.tally)
        case .cancel(.beforeStart): await interrupted(separate(1, waitForCancel: true), at: .beforeStart, Self.single)
        case .cancel(let moment): await interrupted(separate(1), at: moment, Self.single)
        case .cancelGroup(let moment, let count): await interrupted([grouped(count)], at: moment, Self.tally)
        case .cancelEach(let count, let times):
            await report(cancelled(count, after: times), interruptedAt: nil, Self.tally)
        case .stop where stop == nil: ActionReport(outcome: .hung, decidedAt: .now, elapsed: .zero)
        case .stop(let moment, let count):
            await interrupted(separate(count), at: moment, Self.tally) { stop?() }
        case .stream(let reading): await stream(reading)
        case .lines(let limit): await lines(limit: limit)
        case .events(let limits): await events(limits)
        case .reconnect(let policy, let count): await events(count, reconnecting: policy)
        case .download(let place, let isResuming): await download(to: place, resuming: isResuming)
        case .upload(let body): await upload(body)
        }
    }

    private func run(_ request: URLRequest) async -> Answer {
        watch.noteStart()
        do throws(FetchFailure) {
            let reply = try await fetch.run(request)
            watch.noteReply()
            return .success(reply)
        } catch {
            return .failure(error)
        }
    }

    // MARK: Tasks

    /// A task for each request.
    private func separate(_ count: Int, waitForCancel: Bool = false) -> [Task<[Answer], Never>] {
        (0..<count).map { index in
            Task {
                while waitForCancel && !Task.isCancelled { await Task.yield() }
                return [await run(requests[index % requests.count])]
            }
        }
    }

    /// One task with a child for each request.
    private func grouped(_ count: Int) -> Task<[Answer], Never> {
        Task {
            await withTaskGroup { group in
                for index in 0..<count { group.addTask { await run(requests[index % requests.count]) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
    }

    /// Lanes of requests in turn, each cancelled after its time.
    private func cancelled(_ count: Int, after times: ClosedRange<Duration>) -> [Task<[Answer], Never>] {
        let lanes = 16
        let step = (times.upperBound - times.lowerBound) / max(1, count - 1)
        return (0..<min(lanes, count)).map { lane in
            Task {
                var answers: [Answer] = []
                for index in stride(from: lane, to: count, by: lanes) {
                    let exchange = Task { await run(requests[index % requests.count]) }
                    // A cancelled sleep only brings the cancellation forward.
                    try? await Task.sleep(for: times.lowerBound + step * index, tolerance: .zero, clock: .continuous)
                    exchange.cancel()
                    answers.append(await exchange.value)
                }
                return answers
            }
        }
    }

    private func sequence(pausing pause: Duration?) async -> ActionReport {
        let task = Task {
            var answers: [Answer] = []
            for request in requests {
                // A cancelled sleep only makes the pause shorter.
                if let pause, !answers.isEmpty { try? await Task.sleep(for: pause) }
                answers.append(await run(request))
            }
            return answers
        }
        return await report([task], interruptedAt: nil) { .each($0.flatMap { $0 }.map(Outcome.init)) }
    }

    // MARK: Interruption and report

    /// Interrupts tasks at a moment, by cancelling them unless told otherwise, and gathers their answers.
    private func interrupted(
        _ tasks: [Task<[Answer], Never>], at moment: ScenarioAction.Moment, _ summary: ([[Answer]]) -> Outcome,
        by interrupt: (() -> Void)? = nil
    ) async -> ActionReport {
        await reach(moment, of: tasks)
        server.journal.mark()
        let interruption = ContinuousClock.now
        if let interrupt { interrupt() } else { tasks.forEach { $0.cancel() } }
        return await report(tasks, interruptedAt: interruption, summary)
    }

    private func reach(_ moment: ScenarioAction.Moment, of tasks: [Task<[Answer], Never>]) async {
        switch moment {
        case .beforeStart: break
        case .afterEnd: _ = await values(of: tasks)
        // The task that runs scenarios is not cancelled; were it, the moment would only come early.
        case .after(let time): try? await Task.sleep(for: time, clock: .continuous)
        case .requestsSeen(let count):
            _ = await server.journal.first(within: limit) {
                $0.reduce(0) { $0 + $1.requests.count } >= count ? true : nil
            }
        case .bytesSent(let count):
            _ = await server.journal.first(within: limit) { $0.reduce(0) { $0 + $1.bytesSent } >= count ? true : nil }
        }
    }

    private func report(
        _ tasks: [Task<[Answer], Never>], interruptedAt interruption: ContinuousClock.Instant?,
        _ summary: ([[Answer]]) -> Outcome
    ) async -> ActionReport {
        let answers = await values(of: tasks)
        let end = watch.end ?? .now
        // A task that was cancelled before it started is timed from its start.
        let start = [interruption, watch.start].compactMap(\.self).max() ?? end
        if interruption == nil { server.journal.mark() }
        tasks.forEach { $0.cancel() }
        let reply = answers?.joined().lazy.compactMap { try? $0.get() }.first
        return ActionReport(
            outcome: answers.map(summary) ?? .hung, reply: reply.map(ReplyObservation.init),
            decidedAt: interruption ?? end,
            elapsed: max(.zero, start.duration(to: end)))
    }

    /// Every task's value, or `nil` once the limit is over. Waits for no task that does not heed its cancellation.
    func values<Value: Sendable>(of tasks: [Task<Value, Never>]) async -> [Value]? {
        let (values, continuation) = AsyncStream.makeStream(of: [Value]?.self)
        let all = Task {
            var answers: [Value] = []
            for task in tasks { answers.append(await task.value) }
            continuation.yield(answers)
        }
        let timer = Task {
            // A cancelled sleep means that the values have come.
            try? await Task.sleep(for: limit, clock: .continuous)
            continuation.yield(nil)
        }
        defer {
            all.cancel()
            timer.cancel()
        }
        return await values.first { _ in true } ?? nil
    }

    private static func single(_ answers: [[Answer]]) -> Outcome {
        answers.joined().first.map(Outcome.init) ?? .hung
    }

    private static func tally(_ answers: [[Answer]]) -> Outcome {
        .tally(Dictionary(answers.joined().map { (Outcome($0), 1) }, uniquingKeysWith: +))
    }
}
