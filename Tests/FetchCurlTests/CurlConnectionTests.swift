import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Connections that were kept and turn out to be dead.
@Suite(.inTurn) struct CurlConnectionTests {
    /// Fills the pool with connections that are as good as dead: one more than libcurl tries before it gives up.
    private func fixtureWithDeadPool() async throws -> CurlFixture {
        let fixture = try CurlFixture([
            .awaitBody, .pause(.milliseconds(200)), .reply(body: "ok"), .awaitRequest, .close,
        ])
        let statuses = await withTaskGroup { group in
            for _ in 0..<7 { group.addTask { await fixture.run().answer.reply?.status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 7))
        #expect(fixture.server.journal.connections.count == 7)
        return fixture
    }

    @Test(arguments: ["GET", "PUT", "DELETE"]) func `a pool of dead connections fails no idempotent request`(
        method: String
    ) async throws {
        let fixture = try await fixtureWithDeadPool()
        let answer = await fixture.run {
            $0.httpMethod = method
            if method == "PUT" { $0.httpBody = Data("stored".utf8) }
        }.answer
        #expect(answer.reply?.body == Data("ok".utf8), "\(answer)")
        let connections = fixture.server.journal.connections
        #expect(connections.count == 8)
        if method == "PUT" { #expect(connections.last?.requests.first?.body == Array("stored".utf8)) }
    }

    @Test func `a new connection that swallows its request is not tried again`() async throws {
        let fixture = try CurlFixture([.close])
        let answer = await fixture.run().answer
        #expect(answer.failure == .transport(.networkConnectionLost), "\(answer)")
        #expect(fixture.server.journal.connections.count == 1)
    }

    @Test func `a POST is not sent once more than libcurl itself sends it`() async throws {
        let fixture = try await fixtureWithDeadPool()
        let answer = await fixture.run {
            $0.httpMethod = "POST"
            $0.httpBody = Data("order".utf8)
        }.answer
        #expect(answer.failure == .transport(.networkConnectionLost), "\(answer)")
        #expect(fixture.server.journal.connections.count == 7)
    }
}
