internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Servers that answer, or go, before they have all of an upload.
    static let earlyAnswers: [Scenario] = answered + left + expectations

    private static func upload(
        _ name: String, _ script: Script, _ expected: Outcome, because reason: String,
        request: ScenarioRequest = ScenarioRequest("PUT", body: Data(count: 20_000_000))
    ) -> Scenario {
        Scenario("early-\(name)", .early, .script(script), expected, because: reason).with {
            $0.requests = [request]
            $0.policy = FetchPolicy(budget: 1 << 20, idleTimeout: .seconds(5))
            $0.options.receiveBuffer = 65_536
        }
    }

    private static let refusesEarly =
        "RFC 9112 section 9.3: a server may refuse before it has read all, and its answer counts"

    private static let answered = [
        upload(
            "413-then-close",
            [.reply(status: 413, headers: ["Connection": "close"], body: "large"), .halfClose, .awaitBody],
            .reply(413, bytes: 5), because: refusesEarly + " (curl#11678)"),
        upload(
            "413-unread", [.stopReading, .reply(status: 413, body: "large"), .stall], .reply(413, bytes: 5),
            because: refusesEarly + ", though it never reads the rest"),
        upload(
            "401-at-once", [.reply(status: 401, body: "who"), .awaitBody], .reply(401, bytes: 3), because: refusesEarly),
        upload(
            "200-and-reads-on", [.reply(body: "ok"), .awaitBody], .reply(200, bytes: 2),
            because: "a server may know its answer before it has read all (RFC 9110 section 9.3.4)"),
    ]

    private static let left = [
        upload(
            "reset-amid-the-upload", [.readBody(upTo: 1 << 20), .reset], .transport(.networkConnectionLost),
            because:
                "writing to a connection that was reset is an error, not a signal that ends the process (curl#3787)"),
        upload(
            "close-amid-the-upload", [.readBody(upTo: 1 << 20), .close], .transport(.networkConnectionLost),
            because: "a server that goes without a word has answered nothing"
        ).with {
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [.transport(.unknown), .transport(.networkConnectionLost)],
                    because: "a race decides whether it cannot read, for which Foundation has a code, or cannot send, "
                        + "for which it has none")
            ]
        },
    ]

    private static func expecting(_ name: String, _ script: Script, _ expected: Outcome, because reason: String)
        -> Scenario
    {
        upload(
            name, script, expected, because: reason,
            request: ScenarioRequest("PUT", headers: ["Expect": "100-continue"], body: Data("hello".utf8)))
    }

    private static let expectations = [
        expecting(
            "417-to-an-expectation", [.reply(status: 417)], .reply(417, bytes: 0),
            because:
                "an expectation that is not met is answered by 417 (RFC 9110 section 15.5.18); asking again is the "
                + "caller's to decide, and libcurl would ask for ever"
        ).with {
            $0.wire.requests = 1
            $0.divergences = [
                Divergence("urlsession", misses: [.wire], because: "the libcurl inside Foundation asks once more")
            ]
        },
        expecting(
            "403-instead-of-100", [.reply(status: 403, body: "no")], .reply(403, bytes: 2),
            because: "a final answer in place of 100 saves the body (RFC 9110 section 10.1.1)"),
        expecting(
            "100-never-comes", [.awaitBody, .reply(body: "ok")], .reply(200, bytes: 2),
            because: "a client does not wait for a 100 for ever (RFC 9110 section 10.1.1)"
        ).with { $0.wire.body = Array("hello".utf8) },
    ]
}
