import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct `Curl exchanges` {
    @Test func `a reply brings status, fields in order, body and receipt`() async throws {
        let fixture = try CurlFixture([.reply(status: 418, headers: ["B": "2", "a": "1", "b": "3"], body: "short")])
        let reply = try #require(await fixture.run("/x?y").answer.reply)
        #expect(reply.status == 418)
        #expect(reply.body == Data("short".utf8))
        #expect(reply.headers.map(\.name) == ["B", "a", "b", "Content-Length"])
        #expect(reply.headers.values(of: "b") == ["2", "3"])
        #expect(reply.url == fixture.server.url("/x?y"))
        #expect(reply.receipt.bodyBytes == 5)
        #expect(reply.receipt.httpVersion == "1.1")
        #expect(!reply.receipt.connectionReused)
        #expect(reply.receipt.total >= reply.receipt.firstByte && reply.receipt.firstByte > .zero)
    }

    @Test func `a second request uses the first one's connection`() async throws {
        let fixture = try CurlFixture([.reply(body: "ok")])
        for _ in 0..<5 { #expect(await fixture.run().answer.reply?.status == 200) }
        #expect(fixture.server.journal.connections.count == 1)
        #expect(await fixture.run().answer.reply?.receipt.connectionReused == true)
    }

    @Test func `an aborted exchange's connection is never used again`() async throws {
        let fixture = try CurlFixture(routes: ["/big": [.head(status: 200), .endless([0])], "/": .reply(body: "ok")])
        #expect(await fixture.run("/big").answer.failure == .overBudget(limit: 1 << 20))
        #expect(await fixture.run().answer.reply?.body == Data("ok".utf8))
        #expect(fixture.server.journal.connections.count == 2)
    }

    @Test func `a stale connection is replaced without the caller seeing it`() async throws {
        // The server closes after its reply without saying so; the client finds out when it asks again.
        let fixture = try CurlFixture([.reply(body: "ok"), .pause(.milliseconds(20)), .close])
        #expect(await fixture.run().answer.reply != nil)
        _ = await fixture.server.journal.first(within: .seconds(5)) { $0.first?.serverClosedAt }
        #expect(
            await fixture.run {
                $0.httpMethod = "PUT"; $0.httpBody = Data("again".utf8)
            }.answer.reply != nil)
    }

    @Test func `two replies in one packet answer one request`() async throws {
        let two = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2"
        let fixture = try CurlFixture([.send(two)])
        for _ in 0..<3 { #expect(await fixture.run().answer.reply?.body == Data("1".utf8)) }
    }

    @Test func `a failure says where and why, once`() async throws {
        let fixture = try CurlFixture([.head(status: 200, ["Content-Length": "10"]), .send("half"), .close])
        #expect(await fixture.run().answer.failure == .transport(.networkConnectionLost))
        let diagnosis = try #require(fixture.diagnoses.all.first)
        #expect(fixture.diagnoses.all.count == 1)
        #expect(diagnosis.stage == .body)
        #expect(diagnosis.receipt.bodyBytes == 4)
        #expect(diagnosis.reason.contains("18"))
    }

    @Test(arguments: [("ftp://h/", URLError.Code.unsupportedURL), ("http://u@h/", .badURL)])
    func `an exchange that nobody has checked goes nowhere, and says why`(text: String, code: URLError.Code)
        async throws
    {
        let heard = CurlFixture.Diagnoses()
        let request = URLRequest(url: try #require(URL(string: text)))
        let exchange = FetchExchange(request: request, policy: FetchPolicy(budget: 1), observer: heard.hear)
        let backend = CurlBackend()
        await #expect(throws: FetchFailure.transport(code)) { try await backend.perform(exchange) }
        #expect(heard.all.map(\.stage) == [.request])
    }

    @Test func `a request that is changed after it was checked is checked again`() async throws {
        struct Meddler: FetchBackend {
            let backend = CurlBackend()
            func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
                var exchange = exchange
                exchange.request.allHTTPHeaderFields = ["X": "1\r\nInjected: 1"]
                return try await backend.perform(exchange)
            }
        }
        let fixture = try CurlFixture([.reply(body: "1")])
        let request = URLRequest(url: fixture.server.url())
        let fetch = BudgetedFetch(budget: 1, backend: Meddler())
        await #expect(throws: FetchFailure.transport(.badURL)) { try await fetch.run(request) }
        #expect(fixture.server.journal.connections.isEmpty)
    }

    @Test(arguments: [" ", "\t"])
    func `a folded first field is refused, on a handle that has had fields before`(blank: String) async throws {
        let field = "\(blank)X: \(String(repeating: "x", count: 3000))"
        let folded = "HTTP/1.1 200 OK\r\n\(field)\r\nContent-Length: 2\r\n\r\nok"
        let fixture = try CurlFixture(routes: [
            "/": .reply(headers: ["A": "1", "B": "2"], body: "ok"), "/folded": [.send(folded), .close],
            "/interim": [.send("HTTP/1.1 103 Early Hints\r\n\r\n" + folded), .close],
            "/bare": [.send("HTTP/1.1 200 OK\r\n\r\nbare"), .close],
        ])
        for _ in 0..<20 {
            #expect(await fixture.run().answer.reply?.headers["B"] == "2")
            #expect(await fixture.run("/folded").answer.failure == .transport(.badServerResponse))
            #expect(await fixture.run().answer.reply?.body == Data("ok".utf8))
            #expect(await fixture.run("/interim").answer.failure == .transport(.badServerResponse))
            #expect(await fixture.run("/bare").answer.reply?.body == Data("bare".utf8))
        }
        #expect(fixture.diagnoses.all.allSatisfy { $0.reason.contains("a folded line before any field") })
    }

    @Test func `extensions on one-byte chunks are a flood`() async throws {
        let padded = "1;x=\(String(repeating: "y", count: 4_000))\r\nz\r\n"
        let fixture = try CurlFixture([
            .head(status: 200, ["Transfer-Encoding": "chunked"]), .endless(Array(padded.utf8)),
        ])
        #expect(await fixture.run().answer.failure == .transport(.dataLengthExceedsMaximum))
        #expect(fixture.server.journal.bytesSent < 12 << 20)
    }

    @Test func `many small honest chunks are not`() async throws {
        let fixture = try CurlFixture([
            .head(status: 200, ["Transfer-Encoding": "chunked"]),
            .repeating(Array("1\r\nz\r\n".utf8), times: 100_000), .send("0\r\n\r\n"),
        ])
        #expect(await fixture.run().answer.reply?.body.count == 100_000)
    }
}
