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

/// `fetch URL --lines` and `fetch URL --events`.
@Suite(.inTurn) struct `Printed body` {
    private static let events: KeyValuePairs = ["Content-Type": "text/event-stream"]

    @Test(arguments: Fetch.backends)
    func `lines end with LF, whatever ended them`(backend: String) async throws {
        let server = try LoopbackServer(.reply(status: 404, body: "a\r\nb\rc\n\nd"))
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--lines", "--backend", backend)
        #expect(outcome.code == 0)
        #expect(outcome.text == "a\nb\nc\n\nd\n")
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: Fetch.backends, [SIGINT, SIGTERM])
    func `a line is there as soon as it has come, and a signal cuts the wire`(
        backend: String, signal: Int32
    ) async throws {
        let server = try LoopbackServer([.head(status: 200), .send("a\nb"), .stall])
        let process = try FetchProcess([server.url().absoluteString, "--lines", "--backend", backend])
        try process.start()
        #expect(await process.waits { $0.output == "a\n" })
        process.send(signal)
        let outcome = await process.outcome()
        #expect(outcome.code == 128 + signal)
        #expect(outcome.text == "a\n")
        #expect(outcome.errors == "fetch: interrupted\n")
        #expect(await server.journal.peerClosed(within: .seconds(5)) != nil)
    }

    @Test func `a signal does not wait for a reader that does not read`() async throws {
        let server = try LoopbackServer([.head(status: 200), .endless(Array("line\n".utf8))])
        let script = #"mkfifo pipe; exec "$0" "$@" 1<>pipe"#
        let process = try FetchProcess(
            ["-c", script, FetchProcess.program().path, server.url().absoluteString, "--lines"],
            program: URL(fileURLWithPath: "/bin/sh"))
        try process.start()
        // More than the pipe holds.
        let isFull = await server.journal.first(within: .seconds(20)) {
            ($0.first?.bytesSent ?? 0) > 1 << 17 ? true : nil
        }
        #expect(isFull == true)
        process.send(SIGINT)
        #expect(await process.outcome().code == 130)
        #expect(await server.journal.peerClosed(within: .seconds(5)) != nil)
    }

    @Test func `a reader that has gone ends it quietly and cuts the wire`() async throws {
        let server = try LoopbackServer([.head(status: 200), .endless(Array("line\n".utf8))])
        let outcome = try await FetchProcess.runIntoClosedPipe([server.url().absoluteString, "--lines"])
        #expect(outcome.code == 23)
        #expect(outcome.errors.isEmpty)
        #expect(await server.journal.peerClosed(within: .seconds(5)) != nil)
    }

    @Test(arguments: Fetch.backends)
    func `what came before a failure is printed, and the failure is told`(backend: String) async throws {
        let server = try LoopbackServer([.head(status: 200, ["Content-Length": "9"]), .send("a\nb\nc"), .close])
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--lines", "--backend", backend)
        #expect(outcome.code == 56)
        #expect(outcome.text == "a\nb\n")
        #expect(outcome.errorLines.count == 1)
    }

    @Test func `a line without end is told as one`() async throws {
        let server = try LoopbackServer([.head(status: 200), .send("a\n"), .endless([65])])
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--lines")
        #expect(outcome.code == 63)
        #expect(outcome.text == "a\n")
        #expect(outcome.errors == "fetch: a line is longer than 65536 bytes, or an event than 1048576\n")
    }

    @Test(arguments: Fetch.backends)
    func `events are one object a line`(backend: String) async throws {
        let server = try LoopbackServer(
            .reply(headers: Self.events, body: "id: 7\nevent: tick\ndata: a\ndata: \"b\"\n\ndata: c\n\n"))
        let outcome = try await FetchProcess.run(server.url().absoluteString, "--events", "--backend", backend)
        #expect(outcome.code == 0)
        #expect(
            outcome.text == #"{"event":"tick","id":"7","data":"a\n\"b\""}"# + "\n"
                + #"{"event":"message","id":"7","data":"c"}"# + "\n")
        let request = try #require(server.journal.requests.first)
        #expect(request.headers["Accept"] == "text/event-stream")
        #expect(request.headers["Cache-Control"] == "no-cache")
    }

    @Test(arguments: [[], ["--reconnect"]])
    func `what is no event stream is 8`(flags: [String]) async throws {
        for script in [
            Script.reply(body: "data: a\n\n"), .reply(status: 404, headers: Self.events, body: "data: a\n\n"),
        ] {
            let server = try LoopbackServer(script)
            let process = try FetchProcess([server.url().absoluteString, "--events"] + flags)
            try process.start()
            let outcome = await process.outcome()
            #expect(outcome.code == 8)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.contains("content type") || outcome.errors.contains("the status is 404"))
        }
    }

    @Test(arguments: Fetch.backends)
    func `events go on over another connection, until the server wants no more`(backend: String) async throws {
        let server = try LoopbackServer { request in
            request.headers["Last-Event-ID"] == nil
                ? .closeDelimited(
                    headers: Self.events, body: Array("retry: 100\nid: 7\ndata: a\n\n".utf8))
                : [.head(status: 204), .close]
        }
        let outcome = try await FetchProcess.run(
            server.url().absoluteString, "--events", "--reconnect", "--backend", backend)
        #expect(outcome.code == 0)
        #expect(outcome.text == #"{"event":"message","id":"7","data":"a"}"# + "\n")
        #expect(outcome.errors.isEmpty)
        #expect(server.journal.requests.map { $0.headers["Last-Event-ID"] } == [nil, "7"])
    }

    @Test func `a deadline ends the connections with 28`() async throws {
        let server = try LoopbackServer(.closeDelimited(headers: Self.events, body: Array("data: a\n\n".utf8)))
        let outcome = try await FetchProcess.run(
            server.url().absoluteString, "--events", "--reconnect", "--deadline", "1")
        #expect(outcome.code == 28)
        #expect(outcome.text == #"{"event":"message","id":"","data":"a"}"# + "\n")
        #expect(outcome.errorLines.count == 1)
    }

    @Test func `verbose tells the head before the body`() async throws {
        let server = try LoopbackServer([.head(status: 200, ["X-Seen": "yes"]), .send("a\n"), .stall])
        let process = try FetchProcess([server.url().absoluteString, "--lines", "-v", "--idle", "0.3"])
        try process.start()
        let outcome = await process.outcome()
        #expect(outcome.code == 28)
        #expect(outcome.errorLines.contains("< X-Seen: yes"))
        #expect(outcome.errorLines.contains { $0.hasPrefix("* received") })
    }
}
