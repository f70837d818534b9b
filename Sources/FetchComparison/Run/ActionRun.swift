internal import FetchKit
internal import FetchTesting
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What an action came to.
struct ActionReport: Sendable {
    var outcome: Outcome
    var reply: FetchReply?
    /// The outcome, the cancellation or the stop.
    var decidedAt: ContinuousClock.Instant
    var elapsed: Duration
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
        case .once: await interrupted(at: nil, count: 1, summary: Self.single) { _ in }
        case .sequence: await sequence()
        case .parallel(let count): await interrupted(at: nil, count: count, summary: Self.tally) { _ in }
        case .cancel(let moment):
            await interrupted(at: moment, count: 1, summary: Self.single) { $0.forEach { $0.cancel() } }
        case .stop where stop == nil: ActionReport(outcome: .hung, decidedAt: .now, elapsed: .zero)
        case .stop(let moment, let count):
            await interrupted(at: moment, count: count, summary: Self.tally) { _ in stop?() }
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

    private func sequence() async -> ActionReport {
        let task = Task {
            var answers: [Answer] = []
            for request in requests { answers.append(await run(request)) }
            return answers
        }
        return await report([task], interruptedAt: nil) { .each($0.flatMap { $0 }.map(Outcome.init)) }
    }

    /// Starts requests at once, interrupts them at a moment if there is one, and gathers their answers.
    private func interrupted(
        at moment: ScenarioAction.Moment?, count: Int, summary: ([[Answer]]) -> Outcome,
        by interrupt: ([Task<[Answer], Never>]) -> Void
    ) async -> ActionReport {
        let waitsForCancel = moment == .beforeStart
        let tasks = (0..<count).map { index in
            Task {
                while waitsForCancel && !Task.isCancelled { await Task.yield() }
                return [await run(requests[index % requests.count])]
            }
        }
        guard let moment else { return await report(tasks, interruptedAt: nil, summary) }
        await reach(moment)
        server.journal.mark()
        let interruption = ContinuousClock.now
        interrupt(tasks)
        return await report(tasks, interruptedAt: interruption, summary)
    }

    private func reach(_ moment: ScenarioAction.Moment) async {
        switch moment {
        case .beforeStart: break
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
            outcome: answers.map(summary) ?? .hung, reply: reply, decidedAt: interruption ?? end,
            elapsed: start.duration(to: end))
    }

    /// Every task's value, or `nil` once the limit is over. Waits for no task that does not heed its cancellation.
    private func values(of tasks: [Task<[Answer], Never>]) async -> [[Answer]]? {
        let (values, continuation) = AsyncStream.makeStream(of: [[Answer]]?.self)
        let all = Task {
            var answers: [[Answer]] = []
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
