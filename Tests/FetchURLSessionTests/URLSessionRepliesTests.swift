import FetchKit
import FetchTesting
import FetchURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionTests {
    @Suite("Replies and refusals") struct Replies {
        static let mebibyte = 1 << 20

        private func fetch(_ server: LoopbackServer, _ path: String = "/", budget: Int = mebibyte) async throws
            -> FetchReply
        {
            try await BudgetedFetch(budget: budget).run(URLRequest(url: server.url(path)))
        }

        @Test func `the lesson's three routes have their three outcomes`() async throws {
            let server = try LoopbackServer(routes: [
                "/redirect": .reply(status: 302, headers: ["Location": "/small"]),
                "/small": .reply(headers: ["Content-Type": "application/json"], body: #"{"ok":true}"#),
                "/large": .closeDelimited(body: [UInt8](repeating: 120, count: 4 * Self.mebibyte)),
            ])
            await #expect(throws: FetchFailure.redirectRefused(status: 302)) { try await fetch(server, "/redirect") }
            let small = try await fetch(server, "/small")
            #expect(small.status == 200)
            #expect(small.body == Data(#"{"ok":true}"#.utf8))
            #expect(small.headers["content-type"] == "application/json")
            await #expect(throws: FetchFailure.overBudget(limit: Self.mebibyte)) { try await fetch(server, "/large") }
            #expect(server.journal.requests.map(\.path) == ["/redirect", "/small", "/large"])
        }

        static let bodies: [Script] = [
            .reply(body: String(repeating: "x", count: 1000)),
            .chunked([String(repeating: "x", count: 999), "x"]),
            .closeDelimited(body: [UInt8](repeating: 120, count: 1000)),
        ]

        @Test(arguments: bodies) func `exactly the budget passes and one byte more fails`(script: Script) async throws {
            let server = try LoopbackServer(script)
            #expect(try await fetch(server, budget: 1000).body.count == 1000)
            await #expect(throws: FetchFailure.overBudget(limit: 999)) { try await fetch(server, budget: 999) }
        }

        @Test(arguments: [401, 404, 500, 300, 304]) func `a status that is no redirect is a reply`(status: Int)
            async throws
        {
            let headers: KeyValuePairs = ["WWW-Authenticate": "Basic realm=\"x\"", "Location": "/other"]
            let server = try LoopbackServer(.reply(status: status, headers: headers, body: status == 304 ? "" : "no"))
            let reply = try await fetch(server)
            #expect(reply.status == status)
            #expect(reply.body == Data((status == 304 ? "" : "no").utf8))
            #expect(server.journal.requests.count == 1)
        }

        @Test(arguments: [301, 302, 303, 305, 307, 308])
        func `a redirect is refused with and without a Location`(status: Int) async throws {
            let routes: [String: Script] = [
                "/to": .reply(status: status, headers: ["Location": "/other"]), "/bare": .reply(status: status),
            ]
            let server = try LoopbackServer(routes: routes)
            for path in routes.keys {
                await #expect(throws: FetchFailure.redirectRefused(status: status)) { try await fetch(server, path) }
            }
            #expect(!server.journal.requests.map(\.path).contains("/other"))
        }

        @Test func `interim replies are skipped`() async throws {
            let server = try LoopbackServer([
                .send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"),
                .reply(body: "ok"),
            ])
            let reply = try await fetch(server)
            #expect(reply.status == 200)
            #expect(reply.body == Data("ok".utf8))
            #expect(!reply.headers.contains("Link"))
        }

        /// Of a thousand `x`, as gzip makes it.
        static let gzip = Data(base64Encoded: "H4sIAAAAAAACA6uoGAWjYBQMdwAA5slBO+gDAAA=") ?? Data()

        @Test func `a coded body is decoded and held to the budget as decoded`() async throws {
            let coded = try LoopbackServer([.reply(headers: ["Content-Encoding": "gzip"], body: Array(Self.gzip))])
            #expect(try await fetch(coded, budget: 1000).body == Data(repeating: 120, count: 1000))
            await #expect(throws: FetchFailure.overBudget(limit: 999)) { try await fetch(coded, budget: 999) }
        }

        @Test func `a body shorter than declared is a lost connection`() async throws {
            let server = try LoopbackServer([.head(status: 200, ["Content-Length": "100"]), .send("short"), .close])
            await #expect(throws: FetchFailure.transport(.networkConnectionLost)) { try await fetch(server) }
        }

        @Test func `a declared length above the budget is refused before the body`() async throws {
            let server = try LoopbackServer([.head(status: 200, ["Content-Length": "1001"]), .stall])
            await #expect(throws: FetchFailure.overBudget(limit: 1000)) { try await fetch(server, budget: 1000) }
        }

        @Test func `a closed port cannot be connected to`() async throws {
            let server = try LoopbackServer(.reply())
            server.stop()
            await #expect(throws: FetchFailure.transport(.cannotConnectToHost)) { try await fetch(server) }
        }

        @Test func `one session serves a backend, so its connection is used again`() async throws {
            let server = try LoopbackServer(.reply(body: "ok"))
            let fetch = BudgetedFetch(budget: 10, backend: URLSessionBackend())
            for _ in 0..<3 { _ = try await fetch.run(URLRequest(url: server.url())) }
            #expect(server.journal.connections.count == 1)
        }
    }
}
