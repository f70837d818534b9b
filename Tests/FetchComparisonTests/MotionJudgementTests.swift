import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

/// What is judged of bodies in motion, without a network.
@Suite(.inTurn) struct MotionJudgementTests {
    @Test func `What came before a failure is part of the outcome`() {
        let expected = Outcome.broken(.reply(200, bytes: 4), by: .transport(.timedOut))
        let scenario = Stub.scenario(expected)
        #expect(scenario.judge(Stub.observation(expected), of: "a").verdict == .match)
        for other in [
            .broken(.reply(200, bytes: 3), by: .transport(.timedOut)),
            .broken(.reply(200, bytes: 4), by: .overBudget(4)),
            .reply(200, bytes: 4), .left(.reply(200, bytes: 4)), .transport(.timedOut),
        ] as [Outcome] {
            #expect(scenario.judge(Stub.observation(other), of: "a").verdict == .unexpected, "\(other)")
        }
        #expect(expected.description == "reply(200, 4 bytes), then transport(timedOut)")
        #expect(Outcome.left(.items(2)).description == "2 items, then left")
        #expect(Outcome.file(ENOSPC).description == "file(ENOSPC)")
    }

    @Test func `Lines and events are compared one by one`() {
        var observation = Stub.observation(.items(1))
        observation.reply = ReplyObservation(lines: ["a"], events: [ServerSentEvent(id: "7", data: "a")])
        let scenario = Stub.scenario(.items(1)).with {
            $0.reply.lines = ["a"]
            $0.reply.events = [ServerSentEvent(id: "7", data: "a")]
        }
        #expect(scenario.judge(observation, of: "a").verdict == .match)
        let otherLine = scenario.with { $0.reply.lines = ["b"] }.judge(observation, of: "a")
        #expect(otherLine.message.contains("the lines were"))
        let otherID = scenario.with { $0.reply.events = [ServerSentEvent(data: "a")] }.judge(observation, of: "a")
        #expect(otherID.message.contains("the events were"))
    }

    @Test(
        arguments: [
            (FileExpectation.Content.absent, FileObservation(length: nil, content: nil, others: [])),
            (.asBefore, FileObservation(DownloadPlace.before)), (.text("new"), FileObservation("new")),
            (.text(""), FileObservation("")), (.length(5_000_000), FileObservation(length: 5_000_000, others: [])),
        ] as [(FileExpectation.Content, FileObservation)])
    func `A file is absent, as before, or whole`(content: FileExpectation.Content, file: FileObservation) {
        var expectation = FileExpectation()
        expectation.content = content
        #expect(expectation.faults(in: file) == [])
        #expect(expectation.faults(in: FileObservation("something else")).count == 1)
        var crowded = file
        crowded.others = [".file.part"]
        #expect(expectation.faults(in: crowded).count == 1)
    }

    @Test func `A missed file is an aspect of its own`() {
        var observation = Stub.observation(.reply(200, bytes: 1))
        observation.file = FileObservation("half")
        let scenario = Stub.scenario(.reply(200, bytes: 1)).with { $0.file.content = .text("whole") }
        #expect(scenario.judge(observation, of: "a").verdict == .unexpected)
        let declared = scenario.with { $0.divergences = [Divergence("a", misses: [.file], because: "a is careless")] }
        #expect(declared.judge(observation, of: "a").verdict == .divergence)
    }

    @Test func `Bytes that a held server got rid of are counted`() {
        var wire = WireObservation(connections: [], decidedAt: .now, port: 1)
        var expectation = WireExpectation()
        expectation.maxBytesWhileHeld = 10
        #expect(expectation.faults(in: wire, lateness: .zero) == [])
        wire.bytesSentWhileHeld = 10
        #expect(expectation.faults(in: wire, lateness: .zero) == [])
        wire.bytesSentWhileHeld = 11
        #expect(expectation.faults(in: wire, lateness: .zero).count == 1)
    }

    @Test func `A body to send is of its length, and never the same twice in a buffer`() {
        for count in [0, 1, 6892, 1_000_000] { #expect(UploadBody.bytes(count).count == count) }
        let bytes = UploadBody.bytes(300_000)
        #expect(bytes.prefix(65_536) != bytes.dropFirst(65_536).prefix(65_536))
    }
}

extension FileObservation {
    fileprivate init(_ text: String) {
        self.init(length: text.utf8.count, content: Data(text.utf8), others: [])
    }
}
