import FetchKit
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

@Suite(.inTurn) struct ProgramAnswerTests {
    private func answer(_ code: Int32 = 0, _ output: String = "", _ errors: String = "") -> ProgramAnswer {
        ProgramAnswer(exitCode: code, output: Data(output.utf8), errors: errors, budget: 9)
    }

    @Test(arguments: [
        (#"{"outcome":"reply","status":200,"bytes":3,"headers":[["A","1"]]}"#, Outcome.reply(200, bytes: 3)),
        (#"{"outcome":"overBudget","limit":9}"#, .overBudget(9)),
        (#"{"outcome":"redirectRefused","status":302}"#, .redirectRefused(302)),
        (#"{"outcome":"transport","code":"timedOut","codeValue":-1001,"detail":"late"}"#, .transport(.timedOut)),
    ])
    func `A line of JSON is read as fetch writes it, whatever the exit code`(line: String, outcome: Outcome) {
        #expect(answer(28, "noise\n\(line)\n").outcome == outcome)
    }

    @Test func `A line of JSON tells fields and no body`() {
        let answer = answer(0, #"{"outcome":"reply","status":200,"bytes":3,"headers":[["A","1"]]}"#)
        #expect(answer.reply == ReplyObservation(body: nil, headers: FetchHeaders([("A", "1")])))
    }

    @Test func `JSON of another kind is a body`() {
        #expect(answer(0, #"{"ok":true}"#, "200\n").outcome == .reply(200, bytes: 11))
    }

    @Test func `A body and the last status told make a reply`() {
        let answer = answer(0, "hello", "warning 404\n103\n200\n")
        #expect(answer.outcome == .reply(200, bytes: 5))
        #expect(answer.reply == ReplyObservation(body: Data("hello".utf8), headers: nil))
        #expect(self.answer(0, "hello").outcome == .reply(0, bytes: 5))
    }

    @Test func `A redirect that is not followed is refused`() {
        #expect(answer(0, "moved", "302\n").outcome == .redirectRefused(302))
        #expect(answer(47, "", "307\n").outcome == .redirectRefused(307))
        #expect(answer(0, "pick", "300\n").outcome == .reply(300, bytes: 4))
    }

    @Test(arguments: [
        (Int32(63), Outcome.overBudget(9)), (28, .transport(.timedOut)), (6, .transport(.cannotFindHost)),
        (7, .transport(.cannotConnectToHost)), (8, .transport(.badServerResponse)),
        (18, .transport(.networkConnectionLost)), (52, .transport(.networkConnectionLost)),
        (61, .transport(.cannotDecodeContentData)), (99, .transport(.unknown)),
    ])
    func `Other exit codes mean what they mean to curl`(code: Int32, outcome: Outcome) {
        let answer = answer(code, "half", "curl: (9) what it said\n000\n")
        #expect(answer.outcome == outcome)
        #expect(answer.reply == nil)
        #expect(answer.detail == "exit code \(code): curl: (9) what it said")
    }
}
