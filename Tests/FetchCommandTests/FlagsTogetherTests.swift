import TestTurns
import Testing

@testable import FetchCommand

@Suite(.inTurn) struct `Flags together` {
    @Test func `the flags of motion are read`() throws {
        var download = FetchArguments(url: "u")
        (download.output, download.resumes) = ("f", true)
        #expect(try Invocation(["u", "-o", "f", "--continue"]) == .fetch(download))
        var events = FetchArguments(url: "u")
        (events.printing, events.reconnects) = (.events, true)
        #expect(try Invocation(["u", "--reconnect", "--events", "--events"]) == .fetch(events))
        for tokens in [["u", "-T-"], ["u", "-T", "-"], ["u", "--upload-file=-"]] {
            var upload = FetchArguments(url: "u")
            upload.upload = .standardInput
            #expect(try Invocation(tokens) == .fetch(upload))
        }
    }

    @Test(arguments: [
        ["-T", "f", "-d", "a"], ["-T", ""], ["-T", "f", "-X", "GET"], ["--lines", "--events"], ["--events", "--lines"],
        ["--lines", "--json"],
        ["--events", "--json"], ["--lines", "-o", "f"], ["--lines", "-T", "f"], ["--lines", "--continue"],
        ["--reconnect"], ["--lines", "--reconnect"], ["--events", "--reconnect", "-d", "a"],
        ["--events", "--reconnect", "-X", "POST"], ["--continue"], ["--continue", "-o", "-"],
        ["--continue", "-o", "f", "-T", "g"], ["--continue", "-o", "f", "-d", "a"],
        ["--continue", "-o", "f", "-X", "HEAD"],
    ])
    func `what does not go together is told with what to do`(tokens: [String]) throws {
        let error = #expect(throws: UsageError.self) { try Invocation(["u"] + tokens) }
        let advice = ["leave", "add --", "name it", "needs a file name"]
        #expect(advice.contains { error?.reason.contains($0) == true }, "\(error?.reason ?? "")")
    }

    @Test(arguments: [
        ["--lines", "-o", "-"], ["--events", "-d", "a"], ["--events", "--reconnect", "-X", "GET"],
        ["--continue", "-o", "f", "--json"], ["-T", "f", "-o", "g", "--json"],
    ])
    func `what goes together is read`(tokens: [String]) throws {
        #expect(throws: Never.self) { try Invocation(["u"] + tokens) }
    }
}
