import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `fetch URL` from outside, over each backend.
@Suite(.inTurn) struct `Fetch` {
    static let backends = ["curl", "urlsession"]

    @Test(arguments: backends)
    func `the body is standard output, byte for byte`(backend: String) async throws {
        let body = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
        let server = try LoopbackServer([.reply(body: body)])
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--backend", backend)
        #expect(outcome.code == 0)
        #expect(outcome.output == Data(body))
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: backends)
    func `any status is a reply`(backend: String) async throws {
        let server = try LoopbackServer(.reply(status: 404, body: "no such book"))
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--backend", backend)
        #expect(outcome.code == 0)
        #expect(outcome.text == "no such book")
    }

    @Test(arguments: backends)
    func `a reply in JSON is one line instead of the body`(backend: String) async throws {
        let server = try LoopbackServer(.reply(headers: ["X-Name": "value"], body: "abc"))
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--json", "--backend", backend)
        #expect(outcome.code == 0)
        #expect(outcome.text.hasSuffix("}\n") && outcome.text.filter(\.isNewline).count == 1)
        let json = try outcome.json
        #expect(Set(json.keys) == ["backend", "outcome", "status", "bytes", "sha256", "headers", "receipt"])
        #expect(json["backend"] as? String == backend)
        #expect(json["outcome"] as? String == "reply")
        #expect(json["status"] as? Int == 200)
        #expect(json["bytes"] as? Int == 3)
        #expect(
            json["sha256"] as? String == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect((json["headers"] as? [[String]])?.contains { $0[0].lowercased() == "x-name" } == true)
    }

    @Test(arguments: backends)
    func `the request is what the flags say`(backend: String) async throws {
        let server = try LoopbackServer([.awaitBody, .reply()])
        let outcome = try await FetchProcess.run(
            server.url("/a?b=c").absoluteString, "--backend", backend, "-XPUT", "-HX-One: 1", "-H", "X-One: 2",
            "-d", "a", "-d@-", input: "b\r\n\nc")
        #expect(outcome.code == 0)
        let request = try #require(server.journal.requests.first)
        #expect(request.method == "PUT")
        #expect(request.target == "/a?b=c")
        #expect(request.headers["X-One"] == "1,2")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(String(decoding: request.body, as: UTF8.self) == "a&bc")
    }

    @Test(arguments: backends)
    func `a body of the budget passes and one byte more is 63`(backend: String) async throws {
        let server = try LoopbackServer(.reply(body: "12345"))
        let url = server.url().absoluteString
        #expect(try await FetchProcess.run(url, "--budget", "5", "--backend", backend).text == "12345")
        let outcome = try await FetchProcess.run(url, "--budget", "4", "--json", "--backend", backend)
        #expect(outcome.code == 63)
        #expect(outcome.errorLines.count == 1)
        let json = try outcome.json
        #expect(json["outcome"] as? String == "overBudget")
        #expect(json["limit"] as? Int == 4)
        #expect(json["status"] == nil)
    }

    @Test(arguments: backends)
    func `a redirect is 47 and not followed`(backend: String) async throws {
        let server = try LoopbackServer(.reply(status: 302, headers: ["Location": "/next"]))
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--json", "--backend", backend)
        #expect(outcome.code == 47)
        #expect(try outcome.json["status"] as? Int == 302)
        #expect(server.journal.requests.count == 1)
    }

    @Test(arguments: backends, ["--idle", "--deadline"])
    func `too much time is 28`(backend: String, flag: String) async throws {
        let server = try LoopbackServer([.head(status: 200, ["Content-Length": "9"]), .send("abc"), .stall])
        let outcome = try await FetchProcess.run(
            server.url().absoluteString, flag, "0.3", "--json", "--backend", backend)
        #expect(outcome.code == 28)
        #expect(try outcome.json["code"] as? String == "timedOut")
        #expect(outcome.errors.contains("0.3 s"))
    }

    @Test(arguments: backends)
    func `a connection lost in the body is 56 and shows none of it`(backend: String) async throws {
        let server = try LoopbackServer([.head(status: 200, ["Content-Length": "9"]), .send("abc"), .close])
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--backend", backend)
        #expect(outcome.code == 56)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1)
    }

    @Test(arguments: backends)
    func `no server is 7`(backend: String) async throws {
        let server = try LoopbackServer(.reply())
        server.stop()
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--backend", backend)
        #expect(outcome.code == 7)
    }

    @Test(arguments: backends)
    func `a name that cannot exist is 6`(backend: String) async throws {
        // A label is at most 63 bytes (RFC 1035 section 2.3.4), so no name server is asked.
        let host = String(repeating: "a", count: 70) + ".invalid"
        #expect(try await FetchProcess.run(host, "--backend", backend).code == 6)
    }

    @Test func `what is not HTTP, not TLS, not its coding or without end has its own code`() async throws {
        let endlessHead = Script.Step.endless(Array("X-Filler: value\r\n".utf8))
        let rows: [(scheme: String, script: Script, code: Int32)] = [
            ("http", [.send("hello\r\n\r\n"), .close], 8),
            ("https", [.atAccept, .send("hello\r\n\r\n"), .close], 35),
            ("http", .reply(headers: ["Content-Encoding": "gzip"], body: "hello"), 61),
            ("http", [.send("HTTP/1.1 200 OK\r\n"), endlessHead], 63),
        ]
        for row in rows {
            let server = try LoopbackServer(row.script)
            let outcome = try await FetchProcess.run("\(row.scheme)://127.0.0.1:\(server.port)/")
            #expect(outcome.code == row.code)
            #expect(outcome.errorLines.count == 1)
        }
    }

    @Test(arguments: backends, [SIGINT, SIGTERM])
    func `a signal cuts the wire`(backend: String, signal: Int32) async throws {
        let server = try LoopbackServer([.head(status: 200, ["Content-Length": "9"]), .send("abc"), .stall])
        let process = try FetchProcess([server.url().absoluteString, "--json", "--backend", backend])
        try process.start()
        #expect(await server.journal.requests(count: 1, within: .seconds(20)).count == 1)
        process.send(signal)
        let outcome = await process.outcome()
        #expect(outcome.code == 128 + signal)
        #expect(outcome.errors == "fetch: interrupted\n")
        #expect(try outcome.json["code"] as? String == "cancelled")
        #expect(await server.journal.peerClosed(within: .seconds(5)) != nil)
    }
}
