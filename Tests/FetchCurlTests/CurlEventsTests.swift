import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1))) struct `Curl events` {
    private static let open = Script.Step.head(status: 200, ["Content-Type": "text/event-stream"])
    private static let openChunked = Script.Step.head(
        status: 200, ["Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"])
    private static let last: Script = [.head(status: 204), .close]
    private static let patient = ReconnectionPolicy(deadline: .seconds(50))

    private func events(_ fixture: CurlFixture, _ policy: ReconnectionPolicy = patient) -> ReconnectingEvents {
        BudgetedFetch(policy: FetchPolicy(budget: 1 << 20), backend: fixture.backend, observer: fixture.diagnoses.hear)
            .events(URLRequest(url: fixture.server.url()), reconnecting: policy)
    }

    /// A server that plays a script for each request in turn, and then answers 204.
    private func fixture(inTurn scripts: Script...) throws -> CurlFixture {
        let rest = Mutex(scripts[...])
        return CurlFixture(try LoopbackServer { _ in rest.withLock { $0.popFirst() } ?? Self.last })
    }

    private func collect(_ events: ReconnectingEvents) async -> (events: [ServerSentEvent], failure: FetchFailure?) {
        var collected: [ServerSentEvent] = []
        do throws(FetchFailure) {
            for try await event in events { collected.append(event) }
            return (collected, nil)
        } catch {
            return (collected, error)
        }
    }

    /// From the end of the first connection, as the server made it, to the second one's beginning.
    private func gap(_ fixture: CurlFixture) throws -> Duration {
        let connections = fixture.server.journal.connections
        try #require(connections.count == 2)
        return try #require(connections[0].serverClosedAt).duration(to: connections[1].acceptedAt)
    }

    @Test func `a stream goes on where it was dropped, whatever the drop looked like`() async throws {
        let fixture = try fixture(
            inTurn: [.reset], [Self.open, .send("id: 1\ndata: a\n\nid: 9\ndata: half"), .close],
            [Self.openChunked, .chunk("id: 2\r\ndata: b\r"), .chunk("\n\r"), .close],
            [Self.openChunked, .chunk("id: 3\ndata: c\n\n"), .send("10\r\ndata"), .close])
        let policy = ReconnectionPolicy(deadline: .seconds(50), retry: .milliseconds(10))
        let (events, failure) = await collect(events(fixture, policy))
        #expect(events.map(\.data) == ["a", "b", "c"])
        #expect(failure == nil)
        let requests = fixture.server.journal.requests
        #expect(requests.map { $0.headers["Last-Event-ID"] } == [nil, nil, "1", "2", "3"])
        #expect(requests.allSatisfy { $0.headers["Accept"] == "text/event-stream" })
        #expect(requests.allSatisfy { $0.headers["Cache-Control"] == "no-cache" })
    }

    @Test func `an ID that is not ASCII is named as it came`() async throws {
        let fixture = try fixture(inTurn: [Self.open, .send("retry: 100\nid: é€😀\ndata: a\n\n"), .close])
        _ = await collect(events(fixture))
        #expect(fixture.server.journal.requests.map { $0.headers["Last-Event-ID"] } == [nil, "é€😀"])
    }

    @Test func `the server's retry time is waited for`() async throws {
        let fixture = try fixture(inTurn: [Self.open, .send("retry: 300\nid: 1\ndata: a\n\n"), .close])
        #expect(await collect(events(fixture)).failure == nil)
        // Well before the policy's own 3 s.
        #expect((.milliseconds(300)..<(.seconds(10))).contains(try gap(fixture)))
    }

    @Test func `a 503 is waited for as long as its Retry-After says`() async throws {
        let fixture = try fixture(inTurn: [.reply(status: 503, headers: ["Retry-After": "1"]), .close])
        #expect(await collect(events(fixture)).failure == nil)
        // The reply may arrive a moment before the server has closed.
        #expect((.milliseconds(950)..<(.seconds(10))).contains(try gap(fixture)))
    }

    @Test func `one deadline holds over a connection that is silent`() async throws {
        let fixture = try CurlFixture([Self.open, .send("data: a\n\n"), .stall])
        let start = ContinuousClock.now
        let (events, failure) = await collect(events(fixture, ReconnectionPolicy(deadline: .seconds(1))))
        #expect(events.map(\.data) == ["a"])
        #expect(failure == .transport(.timedOut))
        let heard = try #require(fixture.diagnoses.lastInstant)
        #expect((.seconds(1)..<(.seconds(15))).contains(start.duration(to: heard)))
        #expect(await fixture.server.journal.peerClosed(within: .seconds(5)) != nil)
    }

    @Test func `one deadline holds over any number of connections`() async throws {
        let fixture = try CurlFixture([Self.open, .send("retry: 100\ndata: a\n\n"), .close])
        let start = ContinuousClock.now
        let (events, failure) = await collect(events(fixture, ReconnectionPolicy(deadline: .seconds(1))))
        #expect(failure == .transport(.timedOut))
        // One for each 100 ms, and the first.
        #expect((1...10).contains(events.count))
        let accepted = fixture.server.journal.connections.map(\.acceptedAt)
        #expect(accepted.allSatisfy { start.duration(to: $0) < .seconds(4) })
        #expect(fixture.diagnoses.all.last?.reason.contains("deadline") == true)
    }

    @Test func `cancelling during a wait ends it at once, and nothing more is opened`() async throws {
        let fixture = try CurlFixture([Self.open, .send("data: a\n\n"), .close])
        let policy = ReconnectionPolicy(deadline: .seconds(7200), retry: .seconds(3600), longestWait: .seconds(3600))
        let reader = Task { await collect(events(fixture, policy)) }
        _ = await fixture.server.journal.first(within: .seconds(20)) { $0.first?.serverClosedAt }
        reader.cancel()
        #expect(await reader.value.failure == .transport(.cancelled))
        #expect(fixture.server.journal.connections.count == 1)
    }

    @Test func `leaving the loop cuts the wire`() async throws {
        let fixture = try CurlFixture([
            Self.open, .trickle("data: a\n\n", by: 9, every: .milliseconds(20), endless: true),
        ])
        var left: ContinuousClock.Instant?
        var count = 0
        for try await _ in events(fixture) {
            count += 1
            left = .now
            if count == 3 { break }
        }
        let gone = try #require(await fixture.server.journal.peerClosed(within: .seconds(5)))
        #expect(try #require(left).duration(to: gone) < .seconds(5))
    }

    @Test func `lines come through chunks as the server wrote them`() async throws {
        let fixture = try CurlFixture(.chunked(["one\r", "\ntw", "o\n\nthr", "ee"]))
        let fetch = BudgetedFetch(budget: 100, backend: fixture.backend)
        var lines: [String] = []
        for try await line in try await fetch.stream(URLRequest(url: fixture.server.url())).body.lines() {
            lines.append(line)
        }
        #expect(lines == ["one", "two", "", "three"])
    }
}
