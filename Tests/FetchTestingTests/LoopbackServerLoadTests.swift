import TestTurns
import Testing

@testable import FetchTesting

/// Measures this process, so that its cases take turns.
@Suite(.serialized, .inTurn) struct LoopbackServerLoadTests {
    @Test func `A thousand slow replies go on at once`() async throws {
        ProcessFootprint.allowDescriptors(8_192)
        let server = try LoopbackServer([.trickle("abcd", every: .milliseconds(100)), .close])
        let start = ContinuousClock.now
        let replies = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<1_000 {
                let client = try RawClient(server)
                group.addTask {
                    await client.send(.get)
                    return String(decoding: await client.receive(within: .seconds(30)).bytes, as: UTF8.self)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies == Array(repeating: "abcd", count: 1_000))
        // One after the other they would take 300 s.
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test func `An endless body fills the connection and ends with its peer`() async throws {
        let server = try LoopbackServer([.head(status: 200), .endless([1, 2, 3])])
        var client: RawClient? = try RawClient(server)
        await client?.send(.get)
        let received = await client?.receive { $0.count >= 64 << 20 }.bytes.count
        #expect((received ?? 0) >= 64 << 20)
        client = nil
        #expect(await server.journal.peerClosed(within: .seconds(5)) != nil)
        let closed = await server.journal.first(within: .seconds(5)) { $0.first?.serverClosedAt }
        #expect(closed != nil)
    }

    /// In a process of its own, where nothing else opens a descriptor or starts a thread.
    @Test func `A stopped server leaves no descriptor and no thread`() async {
        await #expect(processExitsWith: .success) {
            func play() async throws {
                let server = try LoopbackServer([.send("x"), .stall])
                let client = try RawClient(server)
                await client.send(.get)
                #expect(await client.receive(endingWith: "x") == "x")
                server.stop()
                #expect(await client.receive().end == .ended)
            }
            for _ in 0..<3 { try await play() }
            let before = ProcessFootprint()
            for _ in 0..<50 { try await play() }
            let after = ProcessFootprint()
            // The concurrency pool may add a thread of its own meanwhile; a leak would be 50.
            #expect(after.descriptors < before.descriptors + 10)
            #expect(after.threads < before.threads + 10)
        }
    }

    @Test func `A server that is only released stops as well`() async throws {
        let client: RawClient
        do {
            let server = try LoopbackServer([.send("x"), .stall])
            client = try RawClient(server)
            await client.send(.get)
            #expect(await client.receive(endingWith: "x") == "x")
        }
        #expect(await client.receive(within: .seconds(5)).end == .ended)
    }
}
