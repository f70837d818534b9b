import Foundation
import TestTurns
import Testing

/// The program from outside, where no server is needed.
@Suite(.inTurn) struct `Program` {
    @Test func `help and version are results`() async throws {
        let help = try await FetchProcess.run("--help")
        #expect(help.code == 0)
        #expect(help.text.hasPrefix("fetch URL [flags]"))
        #expect(help.errors.isEmpty)
        let version = try await FetchProcess.run("--version")
        #expect(version.code == 0)
        #expect(version.text.contains(/^fetch 0\.\d+\.\d+ libcurl\/\d+\.\d+\.\d+\n$/))
    }

    @Test(arguments: [
        [], ["a", "b"], ["a", "--bogus"], ["a", "--budget", "9223372036854775808"], ["a", "--idle", "nan"],
        ["a", "--deadline", "1e99"], ["a", "-H", "x"], ["a", "-X", "\n"], ["a", "-o"], ["compare", "--list=1"],
    ])
    func `bad usage is one line and 2`(arguments: [String]) async throws {
        let process = try FetchProcess(arguments)
        try process.start()
        let outcome = await process.outcome()
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.hasPrefix("fetch: "))
    }

    @Test(arguments: [
        ("ftp://127.0.0.1/", Int32(1)), ("gopher://127.0.0.1/", 1), ("file:///etc/passwd", 1), ("file:/etc/passwd", 1),
        ("", 3), ("http://", 3), ("http://a:b@127.0.0.1/", 3), ("127.0.0.1:99999", 3), ("http://[::1", 3),
    ])
    func `a URL that cannot be asked for ends before anything is opened`(url: String, code: Int32) async throws {
        for backend in ["curl", "urlsession"] {
            let outcome = try await FetchProcess.run(url, "--backend", backend)
            #expect(outcome.code == code)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errorLines.count == 1)
        }
    }

    @Test func `a refused URL in JSON names its code`() async throws {
        let outcome = try await FetchProcess.run("ftp://127.0.0.1/", "--json")
        let json = try outcome.json
        #expect(json["outcome"] as? String == "transport")
        #expect(json["code"] as? String == "unsupportedURL")
        #expect(json["codeValue"] as? Int == -1002)
        #expect(json["detail"] as? String == "the scheme is ftp; only http and https are fetched")
        #expect(Set(json.keys) == ["backend", "outcome", "code", "codeValue", "detail"])
    }

    /// One descriptor more each time, and again where the process's other threads had the one that counts. In processes
    /// that are gone within a second: the dispatch library traps where it has none left for itself, at the start and then
    /// once a second.
    @Test func `a process without descriptors says so`() async throws {
        var expected: Set = [
            "fetch: no descriptors or memory left to start a libcurl loop",
            "fetch: no socket could be opened: Too many open files",
        ]
        for count in [4..<20, 4..<20, 4..<20].joined() where !expected.isEmpty {
            let outcome = try await FetchProcess.run("http://127.0.0.1:1/", "--backend", "curl", descriptors: count)
            #expect([7, 56, 128 + SIGILL].contains(outcome.code), "\(count) descriptors: \(outcome.errors)")
            expected = expected.filter { !outcome.errors.hasPrefix($0) }
        }
        #expect(expected == [])
    }

    @Test func `a target that cannot be written is told before anything is fetched`() async throws {
        for path in ["/nowhere/file", "/", "missing/", "missing/file"] {
            let outcome = try await FetchProcess.run("http://127.0.0.1:9/", "-o", path)
            #expect(outcome.code == 23)
            #expect(outcome.errors.hasPrefix("fetch: cannot write \(path): "))
        }
    }

    @Test func `a body that cannot be read is told before anything is fetched`() async throws {
        let outcome = try await FetchProcess.run("http://127.0.0.1:9/", "-d", "@missing")
        #expect(outcome.code == 26)
        #expect(outcome.errors == "fetch: cannot open missing for -d\n")
    }

    @Test func `a reader that has gone ends the program quietly`() async throws {
        let outcome = try await FetchProcess.runIntoClosedPipe(["--help"])
        #expect(outcome.code == 23)
        #expect(outcome.errors.isEmpty)
    }
}
