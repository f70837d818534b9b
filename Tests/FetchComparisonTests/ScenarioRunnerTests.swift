import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct ScenarioRunnerTests {
    /// Answers when its task is cancelled, as a backend must.
    private static let waiting: StubBackend.Answer = { _ throws(FetchFailure) in
        // Ends early, by throwing, when the task is cancelled.
        try? await Task.sleep(for: .seconds(60))
        throw .transport(Task.isCancelled ? .cancelled : .timedOut)
    }

    /// A backend that only connects, sends its path and leaves.
    private static let knocking: StubBackend.Answer = { exchange throws(FetchFailure) in
        let text = exchange.request.url?.path ?? ""
        return FetchReply(status: 200, body: Data(text.utf8), url: URL(filePath: "/"))
    }

    @Test func `One request is one outcome`() async {
        let scenario = Stub.scenario(.reply(200, bytes: 4)).with { $0.requests = [.get("/abc")] }
        let result = await ScenarioRunner().run(scenario, on: Stub.contender("a", Self.knocking))
        #expect(result.verdict == .match, "\(result.message)")
        #expect(result.scenario == scenario.name)
        #expect(result.contender == "a")
    }

    @Test func `Requests in turn are outcomes in order`() async {
        let expected = Outcome.each([.reply(200, bytes: 2), .reply(200, bytes: 3)])
        let scenario = Stub.scenario(expected).with {
            $0.requests = [.get("/a"), .get("/bc")]
            $0.action = .sequence
        }
        let result = await ScenarioRunner().run(scenario, on: Stub.contender("a", Self.knocking))
        #expect(result.verdict == .match, "\(result.message)")
        #expect(result.outcome == "reply(200, 2 bytes), reply(200, 3 bytes)")
    }

    @Test func `Requests at once are counted by outcome`() async {
        let scenario = Stub.scenario(.tally([.reply(200, bytes: 2): 3, .reply(200, bytes: 3): 2])).with {
            $0.requests = [.get("/a"), .get("/bc")]
            $0.action = .parallel(5)
        }
        let result = await ScenarioRunner().run(scenario, on: Stub.contender("a", Self.knocking))
        #expect(result.verdict == .match, "\(result.message)")
        #expect(result.outcome == "2 x reply(200, 3 bytes), 3 x reply(200, 2 bytes)")
    }

    @Test(arguments: [ScenarioAction.Moment.beforeStart, .after(.milliseconds(20))])
    func `A cancellation comes at its moment and is timed from there`(moment: ScenarioAction.Moment) async {
        let scenario = Stub.scenario(.transport(.cancelled)).with {
            $0.action = .cancel(moment)
            $0.time = .zero ... .seconds(5)
        }
        let result = await ScenarioRunner().run(scenario, on: Stub.contender("a", Self.waiting))
        #expect(result.verdict == .match, "\(result.message)")
    }

    @Test(arguments: [
        ScenarioAction.cancelGroup(.after(.milliseconds(20)), parallel: 40),
        .cancelEach(40, after: .zero ... .milliseconds(2)),
    ]) func `Every one of many exchanges is cancelled`(action: ScenarioAction) async {
        let scenario = Stub.scenario(.tally([.transport(.cancelled): 40])).with { $0.action = action }
        let result = await ScenarioRunner().run(scenario, on: Stub.contender("a", Self.waiting))
        #expect(result.verdict == .match, "\(result.message)")
    }

    @Test func `A URL of its own names the server's port`() async {
        let answer: StubBackend.Answer = { exchange throws(FetchFailure) in
            let isFilled = exchange.request.url?.scheme == "https" && exchange.request.url?.port != nil
            throw .transport(isFilled ? .secureConnectionFailed : .badURL)
        }
        let scenario = Stub.scenario(.transport(.secureConnectionFailed)).with {
            $0.requests = [.url("https://127.0.0.1:PORT/")]
        }
        let result = await ScenarioRunner().run(scenario, on: Stub.contender("a", answer))
        #expect(result.verdict == .match, "\(result.message)")
    }

    @Test func `An exchange without an end is hung`() async {
        let runner = ScenarioRunner(limit: .milliseconds(50))
        let result = await runner.run(Stub.scenario(), on: Stub.contender("a", Self.waiting))
        #expect(result.verdict == .unexpected)
        #expect(result.outcome == "hung")
    }

    @Test func `A contender that cannot be stopped is hung`() async {
        let scenario = Stub.scenario().with { $0.action = .stop(.beforeStart, parallel: 1) }
        let result = await ScenarioRunner().run(scenario, on: Stub.contender("a", Self.waiting))
        #expect(result.outcome == "hung")
    }

    /// Judges observations, in turn, and says how many it took.
    private func judge(_ scenario: Scenario, _ observations: Observation...) async -> (verdict: Verdict, runs: Int) {
        var runs = 0
        let result = await ScenarioRunner().judge(scenario, of: "a") {
            defer { runs += 1 }
            return observations[runs]
        }
        return (result.verdict, runs)
    }

    @Test func `What was only late is run once more`() async {
        let scenario = Stub.scenario(.transport(.timedOut)).with { $0.time = .milliseconds(10) ... .milliseconds(50) }
        let inTime = Stub.observation(.transport(.timedOut), elapsed: .milliseconds(20))
        let late = Stub.observation(.transport(.timedOut), elapsed: .milliseconds(51))
        #expect(await judge(scenario, inTime) == (.match, 1))
        #expect(await judge(scenario, late, inTime) == (.match, 2))
        #expect(await judge(scenario, late, late) == (.unexpected, 2))
    }

    @Test func `What is wrong or early is not run again`() async {
        let scenario = Stub.scenario(.transport(.timedOut)).with { $0.time = .milliseconds(10) ... .milliseconds(50) }
        let wrong = Stub.observation(.transport(.cancelled), elapsed: .milliseconds(51))
        let early = Stub.observation(.transport(.timedOut), elapsed: .milliseconds(9))
        #expect(await judge(scenario, wrong) == (.unexpected, 1))
        #expect(await judge(scenario, early) == (.unexpected, 1))
    }

    @Test func `What the server saw is part of the outcome`() async {
        let scenario = Stub.scenario(.reply(200, bytes: 1)).with { $0.wire.connections = 1...1 }
        let result = await ScenarioRunner().run(scenario, on: Stub.contender("a", Self.knocking))
        #expect(result.verdict == .unexpected)
        #expect(result.message.contains("0 connections"))
    }
}
