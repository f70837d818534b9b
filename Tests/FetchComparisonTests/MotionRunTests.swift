import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How bodies in motion are run, on a backend without a network.
@Suite(.inTurn) struct MotionRunTests {
    /// Answers with its request's body, or else its path.
    private static let echo: StubBackend.Answer = { exchange throws(FetchFailure) in
        let path = Data((exchange.request.url?.path ?? "").dropFirst().utf8)
        return FetchReply(status: 200, body: exchange.request.httpBody ?? path, url: URL(filePath: "/"))
    }

    private func run(
        _ action: ScenarioAction, _ requests: [ScenarioRequest] = [.get("/four")], expecting expected: Outcome,
        with change: (inout Scenario) -> Void = { _ in }, on answer: @escaping StubBackend.Answer = echo
    ) async -> ScenarioResult {
        var scenario = Stub.scenario(expected)
        scenario.action = action
        scenario.requests = requests
        change(&scenario)
        return await ScenarioRunner().run(scenario, on: Stub.contender("a", answer))
    }

    @Test(
        arguments: [
            (StreamReading.eager, Outcome.reply(200, bytes: 4)),
            (StreamReading(upTo: 3, then: .goesOn), .reply(200, bytes: 4)),
            (StreamReading(upTo: 3, then: .leaves), .left(.reply(200, bytes: 3))),
            (StreamReading(upTo: 3, then: .throwsOut), .left(.reply(200, bytes: 3))),
            (StreamReading(upTo: 3, pausing: .milliseconds(20), then: .drains), .reply(200, bytes: 3)),
            (StreamReading(upTo: 5, then: .leaves), .reply(200, bytes: 4)),
        ] as [(StreamReading, Outcome)])
    func `A stream is read up to its reader's turn`(reading: StreamReading, outcome: Outcome) async {
        let result = await run(.stream(reading), expecting: outcome)
        #expect(result.verdict == .match, "\(result.message)")
    }

    @Test func `A stream without a head is its failure alone`() async {
        let refusing: StubBackend.Answer = { _ throws(FetchFailure) in throw .redirectRefused(status: 302) }
        let result = await run(.stream(.eager), expecting: .redirectRefused(302), on: refusing)
        #expect(result.verdict == .match, "\(result.message)")
    }

    @Test func `A reader that never gets its bytes is hung`() async {
        let waiting: StubBackend.Answer = { _ throws(FetchFailure) in
            // Ends early, by throwing, when the task is cancelled.
            try? await Task.sleep(for: .seconds(60))
            throw .transport(.cancelled)
        }
        let scenario = Stub.scenario().with { $0.action = .stream(StreamReading(upTo: 1, then: .isCancelled)) }
        let result = await ScenarioRunner(limit: .milliseconds(50)).run(scenario, on: Stub.contender("a", waiting))
        #expect(result.outcome == "hung")
    }

    @Test func `Lines and events are collected`() async {
        let lines = await run(.lines(limit: 10), [.get("/a%0Ab")], expecting: .items(2)) {
            $0.reply.lines = ["a", "b"]
        }
        #expect(lines.verdict == .match, "\(lines.message)")
        let events = await run(.events(EventLimits()), [.get("/data:a%0A%0A")], expecting: .items(1)) {
            $0.reply.events = [ServerSentEvent(data: "a")]
        }
        #expect(events.verdict == .match, "\(events.message)")
        let long = await run(.lines(limit: 3), expecting: .transport(.dataLengthExceedsMaximum))
        #expect(long.verdict == .match, "\(long.message)")
    }

    @Test(arguments: [DownloadPlace.free, .taken]) func `A download leaves its file`(place: DownloadPlace) async {
        let result = await run(.download(place, resuming: false), expecting: .reply(200, bytes: 4)) {
            $0.file.content = .text("four")
        }
        #expect(result.verdict == .match, "\(result.message)")
    }

    @Test func `Downloads in turn are outcomes in order, and go to the same place`() async {
        let expected = Outcome.each([.reply(200, bytes: 1), .reply(200, bytes: 2)])
        let result = await run(.download(.free, resuming: true), [.get("/1"), .get("/22")], expecting: expected) {
            $0.file.content = .text("22")
        }
        #expect(result.verdict == .match, "\(result.message)")
    }

    @Test(arguments: [(DownloadPlace.folder, EISDIR), (.nowhere, ENOENT), (.device, ENOTSUP)])
    func `A place that cannot be written to is an error number`(place: DownloadPlace, code: Int32) async {
        let result = await run(.download(place, resuming: false), expecting: .file(code))
        #expect(result.verdict == .match, "\(result.message)")
    }

    @Test func `A body is sent`() async {
        let sent = await run(.upload(.data(100_000)), expecting: .reply(200, bytes: 100_000)) {
            $0.reply.body = Array(UploadBody.bytes(100_000))
        }
        #expect(sent.verdict == .match, "\(sent.message)")
        let missing = await run(.upload(.missingFile), expecting: .file(ENOENT))
        #expect(missing.verdict == .match, "\(missing.message)")
    }

    @Test func `Each request has its turn of scripts, and the last one stays`() throws {
        let scenario = Scenario(
            "lesson-stub", .lesson, .turns([.reply(body: "a"), .reply(body: "b")]), .hung, because: "it is a stub")
        let server = try scenario.startServer()
        let bodies = try (0..<3).map { _ in try String(contentsOf: server.url(), encoding: .utf8) }
        #expect(bodies == ["a", "b", "b"])
    }
}
