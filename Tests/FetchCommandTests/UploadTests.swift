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

/// `fetch -T FILE URL`.
@Suite(.inTurn) struct `Upload` {
    @Test(arguments: Fetch.backends)
    func `a file is sent as it is, and the reply is the output`(backend: String) async throws {
        let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        let server = try LoopbackServer([.awaitBody, .reply(status: 201, body: "made")])
        let process = try FetchProcess(["-T", "large", server.url().absoluteString, "--backend", backend])
        try bytes.write(to: process.folder.appending(path: "large"))
        try process.start()
        let outcome = await process.outcome()
        #expect(outcome.code == 0)
        #expect(outcome.text == "made")
        let request = try #require(server.journal.requests.first)
        #expect(request.method == "PUT")
        #expect(request.headers["Content-Length"] == "200000")
        #expect(request.headers["Content-Type"] == nil)
        #expect(Data(request.body) == bytes)
    }

    @Test(arguments: Fetch.backends)
    func `standard input is sent, by the method that is named`(backend: String) async throws {
        let server = try LoopbackServer([.awaitBody, .reply()])
        let outcome = try await FetchProcess.run(
            "-T", "-", "-X", "POST", server.url().absoluteString, "--backend", backend, input: "a\r\nb\0")
        #expect(outcome.code == 0)
        let request = try #require(server.journal.requests.first)
        #expect(request.method == "POST")
        #expect(request.headers["Transfer-Encoding"] == (backend == "curl" ? "chunked" : nil))
        #expect(String(decoding: request.body, as: UTF8.self) == "a\r\nb\0")
    }

    /// Runs with a standard input that stays open and silent.
    private func silent(_ arguments: String...) throws -> FetchProcess {
        let script = #"mkfifo pipe; exec "$0" "$@" 0<>pipe"#
        return try FetchProcess(
            ["-c", script, FetchProcess.program().path] + arguments, program: URL(fileURLWithPath: "/bin/sh"))
    }

    @Test func `an answer does not wait for the rest of standard input`() async throws {
        let server = try LoopbackServer([.reply(status: 413, body: "too large"), .close])
        let process = try silent("-T", "-", server.url().absoluteString)
        try process.start()
        let outcome = await process.outcome()
        #expect(outcome.code == 0)
        #expect(outcome.text == "too large")
    }

    @Test(arguments: Fetch.backends)
    func `a signal does not wait for standard input`(backend: String) async throws {
        let server = try LoopbackServer([.stall])
        let process = try silent("-T", "-", server.url().absoluteString, "--backend", backend)
        try process.start()
        // The program exists in its process once the pipe does, and a moment later it has set its signals.
        #expect(await process.waits { $0.files == ["pipe"] })
        if backend == "curl" {
            #expect(await server.journal.first(within: .seconds(20)) { $0.first?.requests.first } != nil)
        }
        process.send(SIGINT)
        #expect(await process.outcome().code == 130)
    }

    @Test func `a file that cannot be sent is told before anything is opened`() async throws {
        for path in ["missing", "/", "/dev/null"] {
            let outcome = try await FetchProcess.run("-T", path, "http://127.0.0.1:9/")
            #expect(outcome.code == 26)
            #expect(outcome.errorLines.count == 1 && outcome.errors.contains(path))
        }
    }

    @Test func `the reply goes to a file too`() async throws {
        let server = try LoopbackServer([.awaitBody, .reply(body: "made")])
        let process = try FetchProcess(["-T", "-", server.url().absoluteString, "-o", "file"])
        try process.start()
        #expect(await process.outcome().code == 0)
        #expect(process.files == ["file"])
        #expect(try String(contentsOf: process.folder.appending(path: "file"), encoding: .utf8) == "made")
    }
}
