import FetchComparison
import FetchKit
import FetchTesting
import TestTurns
import Testing

@testable import FetchCommand

@Suite(.inTurn) struct `Command line` {
    private func fetch(_ tokens: String...) throws -> FetchArguments {
        guard case .fetch(let arguments) = try Invocation(tokens) else {
            throw UsageError("not a fetch: \(tokens)")
        }
        return arguments
    }

    private func fault(_ tokens: String...) -> String? {
        #expect(throws: UsageError.self) { try Invocation(tokens) }?.reason
    }

    @Test func `a URL alone has the defaults`() throws {
        let arguments = try fetch("example.org")
        #expect(arguments == FetchArguments(url: "example.org"))
        #expect(arguments.backend == .curl)
        #expect(arguments.policy.budget == 64 << 20)
        #expect(arguments.policy.idleTimeout == .seconds(15))
        #expect(arguments.policy.deadline == .seconds(300))
    }

    @Test(arguments: [
        ["u", "--request", "PUT"], ["u", "--request=PUT"], ["u", "-X", "PUT"], ["u", "-XPUT"], ["-XPUT", "--", "u"],
    ])
    func `a value stands after its flag or is joined to it`(tokens: [String]) throws {
        var expected = FetchArguments(url: "u")
        expected.method = "PUT"
        #expect(try Invocation(tokens) == .fetch(expected))
    }

    @Test func `letters are joined as curl joins them`() throws {
        let arguments = try fetch("-vXPOST", "-da=b", "u")
        #expect(arguments.verbose)
        #expect(arguments.method == "POST")
        #expect(arguments.data == [.text("a=b")])
    }

    @Test func `two dashes end the flags`() throws {
        #expect(try fetch("--", "-v").url == "-v")
        #expect(try fetch("--", "compare").url == "compare")
    }

    @Test func `a value may begin with a dash`() throws {
        #expect(try fetch("u", "-d", "-v").data == [.text("-v")])
    }

    @Test func `the last of a repeated flag counts but headers and data add up`() throws {
        let arguments = try fetch("u", "--budget", "1", "--budget=2", "-HA: 1", "-H", "A: 2", "-d1", "-d2")
        #expect(arguments.budget == 2)
        #expect(arguments.fields == [.field(name: "A", value: "1"), .field(name: "A", value: "2")])
        #expect(arguments.data == [.text("1"), .text("2")])
    }

    @Test func `a dash as the output is standard output`() throws {
        #expect(try fetch("u", "-o", "f", "-o", "-").output == nil)
    }

    @Test func `help and version win over everything that can be read`() throws {
        #expect(try Invocation(["--help", "a", "b"]) == .help(HelpText.fetch))
        #expect(try Invocation(["-V"]) == .version)
        #expect(try Invocation(["compare", "-h"]) == .help(HelpText.compare))
    }

    @Test func `each mistake has a line of its own`() {
        #expect(fault() == "there is no URL")
        #expect(fault("a", "b") == "one URL at a time; 'b' is a second one")
        #expect(fault("u", "--bogus") == "there is no flag --bogus")
        #expect(fault("u", "-q") == "there is no flag -q")
        #expect(fault("u", "-") == "- is not a flag")
        #expect(fault("u", "-o") == "-o needs a value")
        #expect(fault("u", "--budget") == "--budget needs a value")
        #expect(fault("u", "--json=x") == "--json takes no value")
        #expect(fault("u", "-X", "A B") == "-X: 'A B' is not a method")
        #expect(fault("u", "-X", "") == "-X: '' is not a method")
        #expect(fault("u", "-o", "") == "-o needs a file name")
        #expect(fault("u", "--backend", "nio") == "there is no backend 'nio'; there is curl or urlsession")
        #expect(fault("u", "-d", "\u{FFFD}")?.contains("not UTF-8") == true)
        #expect(fault("u\u{FFFD}")?.contains("not UTF-8") == true)
    }

    @Test func `compare reads its own flags`() throws {
        let tokens = [
            "compare", "--backend", "urlsession", "--filter=Budget", "--json", "a", "--markdown", "b", "--html", "c",
            "--contender", "x=/bin/sh {url}", "--describe=d", "--list",
        ]
        var expected = CompareArguments()
        expected.backends = [.urlsession]
        expected.filter = "Budget"
        expected.json = "a"
        expected.markdown = "b"
        expected.html = "c"
        expected.programs = [try OutsideProgram("x", command: "/bin/sh {url}")]
        expected.describe = "d"
        expected.list = true
        #expect(try Invocation(tokens) == .compare(expected))
        #expect(try Invocation(["compare"]) == .compare(CompareArguments()))
    }

    @Test func `compare refuses what it cannot do`() {
        #expect(fault("compare", "x") == "compare takes no argument 'x'; --filter TEXT selects")
        #expect(fault("compare", "--run-one", "x") == "--run-one needs one --backend")
        #expect(fault("compare", "--list=1") == "--list takes no value")
        #expect(fault("compare", "--describe") == "--describe needs a value")
    }

    @Test(arguments: [
        ("x", "write NAME='COMMAND {url}', or curl"), ("=sh {url}", "write NAME='COMMAND {url}', or curl"),
        ("urlsession=sh {url}", "'urlsession' is a backend's name"), ("x=", "the command is empty"),
        ("x=sh", "no argument of the command holds {url}"), ("x=sh \"{url}", "the command has no second \""),
        ("x=/no/such {url}", "there is no program '/no/such'"),
    ])
    func `a contender that cannot run has a line of its own`(value: String, reason: String) {
        #expect(fault("compare", "--contender", value) == "--contender: \(reason)")
    }

    @Test func `two contenders have two names`() {
        let twice = fault("compare", "--contender", "x=sh {url}", "--contender", "x=sh -c : {url}")
        #expect(twice == "--contender: there are two of the name 'x'")
    }

    @Test func `random tokens are read or refused with one line`() {
        var random = SeededGenerator(seed: 2024)
        let pieces = [
            "-", "--", "=", "-X", "-d", "@", "-H", "A:", ";", "--budget", "--idle", "1e999", "9999999999999999999999",
            "compare", "--run-one", "--json", "KiB", "\u{0}", "\n", "é", "\u{301}", "🏴‍☠️", "http://", "%", "[", "", " ",
            ".",
            "--deadline=", "-1", "NaN", "0x10", "\u{202E}", "--backend", "curl", "\r\n", "1\u{301}",
        ]
        var refused = 0
        for _ in 0..<5_000 {
            let tokens = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                (0..<Int.random(in: 0...3, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined()
            }
            do throws(UsageError) {
                if case .fetch(let arguments) = try Invocation(tokens) {
                    _ = RequestBuilder.request(for: arguments, body: nil)
                }
            } catch {
                refused += 1
                #expect(!error.reason.isEmpty && !error.reason.printable().contains { $0.isNewline })
            }
        }
        #expect((1..<5_000).contains(refused))
    }
}
