import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Synchronization
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct `Curl cancellation` {
    @Test(
        arguments: [
            [.stall], [.head(status: 200), .stall], [.head(status: 200), .endless([0])],
            [
                .head(status: 200, ["Transfer-Encoding": "chunked"]),
                .trickle("1\r\na\r\n", by: 6, every: .milliseconds(1), endless: true),
            ],
        ] as [Script])
    func `the server sees a cancelled exchange go at once`(script: Script) async throws {
        let fixture = try CurlFixture(script)
        let task = Task { await fixture.run(policy: FetchPolicy(budget: .max)).answer }
        _ = await fixture.server.journal.requests(count: 1, within: .seconds(5))
        let cancelled = ContinuousClock.now
        task.cancel()
        #expect(await task.value.failure == .transport(.cancelled))
        let reported = try #require(fixture.diagnoses.lastInstant)
        #expect(cancelled.duration(to: reported) < .seconds(5))
        let gone = try #require(await fixture.server.journal.peerClosed(within: .seconds(5)))
        #expect(cancelled.duration(to: gone) < .seconds(5))
    }

    @Test func `a task cancelled before it starts opens nothing`() async throws {
        let fixture = try CurlFixture([.reply(body: "ok")])
        let answer = await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await fixture.run().answer
        }.value
        #expect(answer.failure == .transport(.cancelled))
        #expect(fixture.server.journal.connections.isEmpty)
    }

    @Test func `a thousand exchanges cancelled around their end are each answered once`() async throws {
        let fixture = try CurlFixture([.reply(body: "ok")])
        let answers = await withTaskGroup { group in
            for index in 0..<1_000 {
                group.addTask {
                    let task = Task { await fixture.run().answer }
                    try? await Task.sleep(for: .microseconds(index % 100 * 20))
                    task.cancel()
                    return await task.value
                }
            }
            return await group.reduce(into: [Result<FetchReply, FetchFailure>]()) { $0.append($1) }
        }
        #expect(answers.count == 1_000)
        for answer in answers { #expect(answer.reply?.status == 200 || answer.failure == .transport(.cancelled)) }
    }

    @Test func `cancel and deadline within a millisecond give one outcome`() async throws {
        let fixture = try CurlFixture([.stall])
        await withTaskGroup { group in
            for index in 0..<500 {
                group.addTask {
                    let task = Task {
                        await fixture.run(policy: FetchPolicy(budget: 1, deadline: .milliseconds(20))).answer
                    }
                    try? await Task.sleep(for: .microseconds(19_500 + index * 2))
                    task.cancel()
                    return await task.value
                }
            }
            for await answer in group {
                #expect(answer.failure == .transport(.cancelled) || answer.failure == .transport(.timedOut))
            }
        }
    }

    @Test func `stopping a backend answers every exchange at once, and every later one`() async throws {
        let fixture = try CurlFixture([.stall])
        let tasks = (0..<50).map { _ in Task { await fixture.run().answer } }
        _ = await fixture.server.journal.requests(count: 50, within: .seconds(5))
        let stopped = ContinuousClock.now
        fixture.backend.stop()
        for task in tasks { #expect(await task.value.failure == .transport(.cancelled)) }
        let last = try #require(fixture.diagnoses.lastInstant)
        #expect(stopped.duration(to: last) < .seconds(5))
        #expect(fixture.diagnoses.all.count == 50)
        #expect(await fixture.run().answer.failure == .transport(.cancelled))
        for index in 0..<50 {
            #expect(await fixture.server.journal.peerClosed(connection: index, within: .seconds(5)) != nil)
        }
    }
}
