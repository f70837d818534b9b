internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Event streams over several connections.
    static let reconnections: [Scenario] = goingOn + ended

    private static let first = Script([eventHead, .send("retry: 100\nid: 7\ndata: a\n\n"), .close])
    private static let second = Script([eventHead, .send("id: 8\ndata: b\n\n"), .stall])
    private static let policy = ReconnectionPolicy(deadline: .seconds(10), retry: .milliseconds(100))

    private static func reconnecting(
        _ name: String, _ scripts: [Script], _ outcome: Outcome, ids: [String?], because reason: String
    ) -> Scenario {
        Scenario("streams-reconnect-\(name)", .streams, .turns(scripts), outcome, because: reason).with {
            $0.policy = FetchPolicy(budget: 1 << 20, idleTimeout: .seconds(1))
            $0.action = .reconnect(policy, events: 2)
            $0.wire.headersInTurn = ["Last-Event-ID": ids, "Accept": ids.map { _ in "text/event-stream" }]
        }
    }

    private static let goingOn = [
        reconnecting(
            "after-the-end", [first, second], .left(.items(2)), ids: [nil, "7"],
            because: "the next connection names the last ID, so that nothing is missed (WHATWG HTML section 9.2.4)"),
        reconnecting(
            "after-a-reset",
            [[eventHead, .send("id: 7\ndata: a\n\nid: 9\ndata: half"), .pause(.milliseconds(200)), .reset], second],
            .left(.items(2)), ids: [nil, "7"],
            because: "half an event is no event, and its ID not the last one"),
        reconnecting(
            "after-silence", [[eventHead, .send("id: 7\ndata: a\n\n"), .stall], second], .left(.items(2)),
            ids: [nil, "7"], because: "a connection that is silent for the idle timeout is lost, and replaced"),
        reconnecting(
            "after-503", [first, .reply(status: 503), second], .left(.items(2)), ids: [nil, "7", "7"],
            because: "a status that says not now is asked again"),
        reconnecting(
            "after-retry-after",
            [first, .reply(status: 503, headers: ["Retry-After": "1"]), second], .left(.items(2)),
            ids: [nil, "7", "7"],
            because: "a server that names a time is not asked before it (RFC 9110 section 10.2.3)"
        ).with { $0.time = .seconds(1) ... .seconds(4) },
        reconnecting(
            "after-a-retry-field",
            [[eventHead, .send("retry: 1000\nid: 7\ndata: a\n\n"), .close], second], .left(.items(2)), ids: [nil, "7"],
            because: "the wait is the one that the stream asked for last"
        ).with { $0.time = .seconds(1) ... .seconds(4) },
    ]

    private static let ended = [
        reconnecting(
            "ends-at-204", [first, [.head(status: 204)]], .items(1), ids: [nil, "7"],
            because: "a 204 tells a client to stop reconnecting (WHATWG HTML section 9.2.3)"),
        reconnecting(
            "fails-at-404", [first, .reply(status: 404)],
            .broken(.items(1), by: .transport(.badServerResponse)), ids: [nil, "7"],
            because: "a status that will not change is the end (WHATWG HTML section 9.2.2)"),
        reconnecting(
            "fails-at-another-type", [.reply(headers: ["Content-Type": "text/html"], body: "data: a\n\n")],
            .transport(.badServerResponse), ids: [nil],
            because: "what is not text/event-stream is no event stream (WHATWG HTML section 9.2.2)"),
        reconnecting(
            "fails-at-a-redirect", [first, .reply(status: 302, headers: ["Location": "/"])],
            .broken(.items(1), by: .redirectRefused(302)), ids: [nil, "7"],
            because: "a redirect is refused for the second connection as for the first"),
        reconnecting(
            "ends-at-its-deadline", [[eventHead, .trickle("\n", every: .milliseconds(50), endless: true)]], timedOut,
            ids: [nil], because: "the sequence's deadline counts over all its connections"
        ).with {
            $0.action = .reconnect(ReconnectionPolicy(deadline: .seconds(1)), events: 2)
            $0.time = .seconds(1)...(.seconds(1) + tolerance)
        },
    ]
}
