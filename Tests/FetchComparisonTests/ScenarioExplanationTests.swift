import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

@Suite(.inTurn) struct ScenarioExplanationTests {
    @Test func `A scenario is told as a person would`() {
        let scenario = Scenario(
            "time-stub", .time, .script([.head(status: 200), .stall]), .transport(.timedOut), because: "silence counts"
        ).with {
            $0.requests = [.get("/a", headers: ["X": "1"])]
            $0.policy = FetchPolicy(budget: 7, headBudget: 8, idleTimeout: .milliseconds(300), deadline: .seconds(2))
            $0.time = .milliseconds(300) ... .milliseconds(450)
            $0.wire.peerGoneWithin = .seconds(1)
            $0.divergences = [Divergence("b", gives: [.hung], misses: [.time], because: "b never wakes")]
        }
        #expect(
            ScenarioExplanation(scenario).text == """
                time-stub (Time)

                What the server does
                  once a request's head has arrived
                  sends 19 bytes
                      | HTTP/1.1 200 OK
                      |\u{20}
                  says nothing more until the peer goes away

                What is asked
                  once: GET /a, X: 1

                What is granted
                  a body of at most 7 bytes, a head of at most 8
                  0.3 s of silence, 2 s in all

                The one right outcome
                  transport(timedOut): the exchange is ended, because its time is over
                  in 0.3 s to 0.45 s, counted from the start
                  the peer is gone within 1 s of the outcome

                Why
                  silence counts

                Where a backend is declared to differ
                  b gives hung and misses what is expected of the time, because: b never wakes

                """)
    }

    @Test func `Every scenario of the catalogue is told, on lines that a terminal takes`() {
        for scenario in Scenario.all {
            let text = ScenarioExplanation(scenario).text
            #expect(text.hasPrefix("\(scenario.name) ("))
            #expect(text.contains(scenario.reason), "\(scenario.name)")
            #expect(text.contains("\(scenario.expected)"), "\(scenario.name)")
            #expect(scenario.divergences.allSatisfy { text.contains($0.reason) }, "\(scenario.name)")
            #expect(text.utf8.count < 12_000, "\(scenario.name)")
            #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" }, "\(scenario.name)")
        }
    }

    @Test func `Many routes are told by a few`() {
        let routes = Dictionary(uniqueKeysWithValues: (10..<30).map { ("/\($0)", Script.reply(body: "x")) })
        let scenario = Scenario("lesson-stub", .lesson, .routes(routes), .hung, because: "so")
        let text = ScenarioExplanation(scenario).text
        #expect(text.contains("for /10:"))
        #expect(text.contains("and likewise for 14 more paths"))
    }
}
