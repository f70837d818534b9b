import Foundation
import TestTurns
import Testing

/// `fetch compare` from outside.
@Suite(.inTurn) struct `Compare` {
    @Test func `a comparison fills every file and ends with 0 where nothing is unexpected`() async throws {
        let process = try FetchProcess([
            "compare", "--filter", "lesson-small", "--json", "r.json", "--html", "r.html", "--markdown", "r.md",
        ])
        try process.start()
        let outcome = await process.outcome()
        #expect(outcome.code == 0, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.text.contains("urlsession: 1 match, 0 divergence, 0 unexpected, 0 crashed"))
        let file = { (name: String) in try String(contentsOf: process.folder.appending(path: name), encoding: .utf8) }
        #expect(try file("r.json").contains(#""name":"lesson-small""#))
        #expect(try file("r.md").contains("| `lesson-small` | reply(200, 11 bytes) | match"))
        let page = try file("r.html")
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        #expect(page.contains("1 scenarios on curl and urlsession: nothing unexpected."))
    }

    @Test func `a program is held against the same scenarios, and nothing is asserted of it`() async throws {
        let fetch = "\(FetchProcess.program().path) {url} --json --budget {budget} --idle {idle} --deadline {deadline}"
        let outcome = try await FetchProcess.run(
            "compare", "--backend", "curl", "--filter", "lesson", "--contender", "self=\(fetch)",
            "--contender", "wrong=/bin/sh -c 'exit 7' sh {url}")
        #expect(outcome.code == 0, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.text.contains("self: 3 match, 0 differs, 3 not applicable"), "\(outcome.text)")
        #expect(outcome.text.contains("wrong: 0 match, 3 differs, 3 not applicable"), "\(outcome.text)")
    }

    @Test func `the curl program is built in where it is installed`() async throws {
        let outcome = try await FetchProcess.run(
            "compare", "--backend", "curl", "--filter", "budget-exact-c", "--contender", "curl")
        if outcome.code == 2 {
            #expect(outcome.errors == "fetch: --contender: there is no program 'curl'; fetch --help explains\n")
        } else {
            #expect(outcome.code == 0)
            #expect(outcome.text.contains("curl program: 3 match, 0 differs, 0 not applicable"), "\(outcome.text)")
        }
    }

    @Test func `one scenario is explained and none run`() async throws {
        let outcome = try await FetchProcess.run("compare", "--describe", "lesson-redirect")
        #expect(outcome.code == 0)
        for words in [
            "lesson-redirect (From the lesson)", "for /redirect:", "Location: /small", "once: GET /redirect",
            "a body of at most 1048576 bytes", "redirectRefused(302)", "the server reads 1 requests",
            "every redirect is refused",
        ] { #expect(outcome.text.contains(words), "\(words)") }
    }

    @Test func `a scenario that is not there is 2, with the nearest names`() async throws {
        let outcome = try await FetchProcess.run("compare", "--describe", "lesson-redirct")
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors == "fetch: there is no scenario 'lesson-redirct'; did you mean lesson-redirect?\n")
        let unlike = try await FetchProcess.run("compare", "--describe", "zzzzzzzzzzzz")
        #expect(unlike.errors == "fetch: there is no scenario 'zzzzzzzzzzzz'; --list names them\n")
    }
}
