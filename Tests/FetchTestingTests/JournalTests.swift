import TestTurns
import Testing

@testable import FetchTesting

@Suite(.inTurn) struct JournalTests {
    enum Busyness: CaseIterable {
        case stalled, paused, blocked, deaf, idle

        var script: Script {
            switch self {
            case .stalled: [.send("x"), .stall]
            case .paused: [.send("x"), .pause(.seconds(60))]
            case .blocked: [.send("x"), .endless([0])]
            case .deaf: [.stopReading, .send("x"), .stall]
            case .idle: [.send("x")]
            }
        }
    }

    @Test(arguments: Busyness.allCases) func `A peer's close is noticed at once`(busyness: Busyness) async throws {
        let server = try LoopbackServer(busyness.script)
        var client: RawClient? = try RawClient(server)
        await client?.send(.get)
        _ = await client?.receive { !$0.isEmpty }
        #expect(server.journal.connections.first?.peerClose == nil)
        let left = ContinuousClock.now
        client = nil
        let noticed = try #require(await server.journal.peerClosed(within: .seconds(5)))
        #expect(left.duration(to: noticed) < .seconds(5))
    }

    @Test func `A reset is told from an orderly end`() async throws {
        let server = try LoopbackServer([.send("x"), .stall])
        for resets in [false, true] {
            var client: RawClient? = try RawClient(server)
            await client?.send(.get)
            _ = await client?.receive(endingWith: "x")
            if resets { client?.reset() }
            client = nil
        }
        #expect(await server.journal.peerClosed(connection: 1, within: .seconds(5)) != nil)
        #expect(server.journal.connections.map(\.peerClose?.byReset) == [false, true])
    }

    @Test func `A peer that only stops sending still gets its reply`() async throws {
        let server = try LoopbackServer([.pause(.milliseconds(100)), .reply(body: "late"), .close])
        let client = try RawClient(server)
        await client.send(.get)
        client.endSending()
        #expect(await client.receive(endingWith: "late").hasSuffix("late"))
        #expect(server.journal.connections.first?.peerClose?.byReset == false)
    }

    @Test func `Bytes are counted in all and since a mark`() async throws {
        let server = try LoopbackServer([.send("12345"), .awaitRequest, .send("678")])
        let client = try RawClient(server)
        await client.send(.get)
        _ = await client.receive(endingWith: "5")
        _ = await server.journal.first(within: .seconds(5)) { $0.first?.bytesSent == 5 ? true : nil }
        server.journal.mark()
        await client.send(.get)
        _ = await client.receive(endingWith: "8")
        let counts = await server.journal.first(within: .seconds(5)) { connections in
            connections.first.flatMap { $0.bytesSent == 8 ? [$0.bytesSent, $0.bytesSentSinceMark] : nil }
        }
        #expect(counts == [8, 3])
    }

    @Test func `Connections stand in the order they were accepted`() async throws {
        let server = try LoopbackServer(.reply())
        let clients = try (0..<3).map { _ in try RawClient(server) }
        let connections = await server.journal.connections(count: 3, within: .seconds(5))
        #expect(connections.count == 3)
        #expect(connections.map(\.acceptedAt) == connections.map(\.acceptedAt).sorted())
        _ = clients
    }

    @Test func `A wait ends at its limit with what there is`() async throws {
        let server = try LoopbackServer(.reply())
        let start = ContinuousClock.now
        #expect(await server.journal.requests(count: 1, within: .milliseconds(100)).isEmpty)
        #expect(await server.journal.peerClosed(connection: 7, within: .zero) == nil)
        #expect(start.duration(to: .now) >= .milliseconds(100))
    }

    @Test func `A cancelled wait ends`() async throws {
        let server = try LoopbackServer(.reply())
        let start = ContinuousClock.now
        let wait = Task { await server.journal.peerClosed(within: .seconds(60)) }
        wait.cancel()
        #expect(await wait.value == nil)
        #expect(start.duration(to: .now) < .seconds(50))
    }
}
