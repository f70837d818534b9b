internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Servers that answer, or go, while 20 MB are on their way to them.
    static let earlyAnswers: [Scenario] =
        sources.flatMap(answers) + sources.flatMap(losses) + [refusedExpectation, endlessUpload]

    private static let length = 20_000_000
    private static let sources: [(String, UploadBody)] = [
        ("data", .data(length)), ("file", .file(length)), ("pieces", .pieces(length, isDeclared: false)),
    ]
    private static let megabyte = Script.Step.readBody(upTo: 1 << 20)
    private static let readOn = Script.Step.readBody(upTo: .max)

    private static func answers(to body: (name: String, UploadBody)) -> [Scenario] {
        [
            (
                "413-and-close", Script([megabyte, .reply(status: 413, body: "no"), .close]), 413,
                "the answer had come before the reset that a close brings upon unread bytes (curl#11678)"
            ),
            (
                "413-and-half-close", [megabyte, .reply(status: 413, body: "no"), .halfClose, readOn], 413,
                "a server that closes in stages gives its client time to read the answer (RFC 9112 section 9.6)"
            ),
            (
                "401-at-once",
                [.reply(status: 401, headers: ["WWW-Authenticate": "Basic"], body: "no"), readOn],
                401, "an answer counts when it comes, whether or not the body was wanted (RFC 9110 section 7.5)"
            ),
            (
                "200-and-reads-on", [megabyte, .reply(body: "ok"), readOn], 200,
                "an early answer that is a success is the answer, and the body, which may be wanted, is sent to its end"
            ),
            (
                "507-after-not-reading",
                [megabyte, .pause(.milliseconds(500)), .reply(status: 507, body: "no"), .stall], 507,
                "a server that takes nothing more may still answer"
            ),
        ].map { (name, script: Script, status, reason) in
            Scenario(
                "early-\(name)-\(body.name)", .early, .script(script), .reply(status, bytes: 2), because: reason
            ).with {
                $0.options.receiveBuffer = 65_536
                $0.policy = FetchPolicy(budget: 1000, idleTimeout: .seconds(2))
                $0.action = .upload(body.1)
                $0.wire.requests = 1
                // One that reads nothing more never gets to see the end behind what it has not read.
                if status == 200 { $0.wire.isBodyWhole = true }
                if status == 413 || status == 401 { $0.wire.peerGoneWithin = .seconds(1) }
            }
        }
    }

    private static func losses(of body: (name: String, UploadBody)) -> [Scenario] {
        [
            (
                "reset", Script([megabyte, .reset]), Outcome.transport(.networkConnectionLost),
                "a reset while the body is sent ends the exchange, and not the process by a SIGPIPE (curl#3787)"
            ),
            (
                "close", [megabyte, .close], .transport(.networkConnectionLost),
                "a close without an answer is no answer (RFC 9112 section 8)"
            ),
            ("silence", [megabyte, .stall], timedOut, "a server that takes nothing more and says nothing is silent"),
        ].map { (name, script: Script, outcome, reason) in
            Scenario(
                "early-\(name)-\(body.name)", .early, .script(script), outcome, because: reason
            ).with {
                $0.options.receiveBuffer = 65_536
                $0.policy = FetchPolicy(budget: 1000, idleTimeout: .milliseconds(500))
                $0.action = .upload(body.1)
            }
        }
    }

    private static let refusedExpectation = Scenario(
        "early-417-to-an-expectation", .early, .script([.reply(status: 417), .stall]), .reply(417, bytes: 0),
        because: "a refused expectation is the caller's to hear of; libcurl and Foundation repeat the request by "
            + "themselves, on a connection whose server may take it for the body of the first (RFC 9110 section 10.1.1)"
    ).with {
        $0.policy = FetchPolicy(budget: 1000, idleTimeout: .seconds(2))
        $0.requests = [ScenarioRequest("PUT", headers: ["Expect": "100-continue"])]
        $0.action = .upload(.data(1000))
        $0.wire.requests = 1
        $0.wire.isBodyWhole = false
        $0.divergences = [
            Divergence(
                "urlsession", gives: [timedOut], misses: [.wire],
                because:
                    "libcurl repeats the request unseen, and nothing of Foundation's lets a client keep it from that")
        ]
        $0.wire.peerGoneWithin = .seconds(1)
    }

    private static let endlessUpload = Scenario(
        "early-200-to-an-endless-body", .early, .script([megabyte, .reply(body: "ok"), readOn]), timedOut,
        because: "a success ends nothing of what the caller sends; where that has no end, the deadline is it"
    ).with {
        $0.policy = FetchPolicy(budget: 1000, deadline: .seconds(1))
        $0.action = .upload(.endlessPieces)
        $0.time = .seconds(1)...(.seconds(1) + tolerance)
        $0.divergences = [
            Divergence(
                "urlsession", gives: [timedOut], misses: [.wire, .time],
                because: "the sequence is collected on disk first; how late its end is noticed there, a race decides")
        ]
        $0.wire.peerGoneWithin = .seconds(1)
    }
}
