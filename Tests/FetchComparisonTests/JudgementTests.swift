import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

@Suite(.inTurn) struct JudgementTests {
    private let crash = Outcome.crashed(SIGILL)

    @Test func `The expected outcome is a match and needs no words`() {
        let result = Stub.scenario().judge(Stub.observation(.transport(.timedOut)), of: "a")
        #expect(result.verdict == .match)
        #expect(result.outcome == "transport(timedOut)")
        #expect(result.milliseconds == 5)
        #expect(result.message.isEmpty)
    }

    @Test func `Another outcome is unexpected, and says what, what instead and why`() {
        let result = Stub.scenario().judge(Stub.observation(.overBudget(7)), of: "a")
        #expect(result.verdict == .unexpected)
        for words in ["transport(timedOut)", "overBudget(7)", "it is a stub"] {
            #expect(result.message.contains(words))
        }
    }

    @Test func `A declared outcome is a divergence, of its contender alone`() {
        let scenario = Stub.scenario(
            .transport(.timedOut), Divergence("a", gives: [.overBudget(7), .overBudget(8)], because: "a is odd"))
        #expect(scenario.judge(Stub.observation(.overBudget(8)), of: "a").verdict == .divergence)
        #expect(scenario.judge(Stub.observation(.overBudget(8)), of: "a").message.contains("a is odd"))
        #expect(scenario.judge(Stub.observation(.overBudget(9)), of: "a").verdict == .unexpected)
        #expect(scenario.judge(Stub.observation(.overBudget(8)), of: "b").verdict == .unexpected)
        #expect(scenario.judge(Stub.observation(.transport(.timedOut)), of: "b").verdict == .match)
    }

    @Test func `A divergence that stopped being true is unexpected`() {
        let scenario = Stub.scenario(.overBudget(1), Divergence("a", gives: [crash], because: "a traps"))
        let result = scenario.judge(Stub.observation(.overBudget(1)), of: "a")
        #expect(result.verdict == .unexpected)
        #expect(result.message.contains("no longer holds"))
    }

    @Test func `A declared crash is its own verdict, an undeclared one is unexpected`() {
        let scenario = Stub.scenario(.overBudget(1), Divergence("a", gives: [crash], because: "a traps"))
        #expect(scenario.judge(Stub.observation(crash), of: "a").verdict == .crashed)
        #expect(scenario.judge(Stub.observation(crash), of: "a").outcome == "crashed(SIGILL)")
        #expect(scenario.judge(Stub.observation(crash), of: "b").verdict == .unexpected)
        #expect(scenario.judge(Stub.observation(.crashed(SIGSEGV)), of: "a").verdict == .unexpected)
    }

    @Test func `A divergence that also names the expected outcome may give either`() {
        let scenario = Stub.scenario(
            .overBudget(1), Divergence("a", gives: [.overBudget(1), .transport(.unknown)], because: "a race"))
        #expect(scenario.judge(Stub.observation(.overBudget(1)), of: "a").verdict == .match)
        #expect(scenario.judge(Stub.observation(.transport(.unknown)), of: "a").verdict == .divergence)
    }

    @Test func `A race allows any proportion of its outcomes, and neither another outcome nor another number`() {
        let timedOut = Outcome.transport(.timedOut)
        let cancelled = Outcome.transport(.cancelled)
        let scenario = Stub.scenario(.race(5, among: [timedOut, cancelled]))
        for (counts, verdict) in [
            ([timedOut: 5], Verdict.match), ([timedOut: 2, cancelled: 3], .match),
            ([timedOut: 2, cancelled: 2], .unexpected),
            ([timedOut: 6], .unexpected), ([timedOut: 4, .hung: 1], .unexpected),
        ] {
            #expect(scenario.judge(Stub.observation(.tally(counts)), of: "a").verdict == verdict, "\(counts)")
        }
        #expect(scenario.judge(Stub.observation(timedOut), of: "a").verdict == .unexpected)
        #expect(scenario.expected.description == "5 x transport(cancelled) or transport(timedOut)")
    }

    @Test func `The time is a window with both ends`() {
        let scenario = Stub.scenario().with { $0.time = .milliseconds(300) ... .milliseconds(450) }
        let verdicts = [299, 300, 450, 451].map { milliseconds in
            scenario.judge(
                Stub.observation(.transport(.timedOut), elapsed: .milliseconds(milliseconds)), of: "a"
            ).verdict
        }
        #expect(verdicts == [.unexpected, .match, .match, .unexpected])
    }

    @Test func `A missed aspect is a divergence only where it is declared`() {
        let timed = Stub.scenario().with { $0.time = .zero ... .milliseconds(1) }
        let late = Stub.observation(.transport(.timedOut), elapsed: .seconds(1))
        #expect(timed.judge(late, of: "a").verdict == .unexpected)
        let declared = timed.with { $0.divergences = [Divergence("a", misses: [.time], because: "a is slow")] }
        #expect(declared.judge(late, of: "a").verdict == .divergence)
        #expect(declared.judge(late, of: "a").missed == ["time"])
        let other = timed.with { $0.divergences = [Divergence("a", misses: [.wire], because: "a is slow")] }
        #expect(other.judge(late, of: "a").verdict == .unexpected)
        let punctual = Stub.observation(.transport(.timedOut), elapsed: .zero)
        #expect(declared.judge(punctual, of: "a").message.contains("no longer holds"))
    }

    @Test func `A reply is looked into`() {
        var observation = Stub.observation(.reply(200, bytes: 2))
        observation.reply = ReplyObservation(
            body: Data("ok".utf8), headers: FetchHeaders([("A", "1"), ("a", "2")]))
        let scenario = Stub.scenario(.reply(200, bytes: 2)).with { $0.reply.headers = ["A": ["1", "2"], "B": []] }
        #expect(scenario.judge(observation, of: "a").verdict == .match)
        #expect(
            scenario.with { $0.reply.headers = ["A": ["2", "1"]] }.judge(observation, of: "a").verdict == .unexpected)
        #expect(scenario.with { $0.reply.headers = ["A": []] }.judge(observation, of: "a").verdict == .unexpected)
        #expect(scenario.with { $0.reply.body = Array("ok".utf8) }.judge(observation, of: "a").verdict == .match)
        let altered = scenario.with { $0.reply.body = Array("no".utf8) }.judge(observation, of: "a")
        #expect(altered.message.contains("the body differs"))
    }
}
