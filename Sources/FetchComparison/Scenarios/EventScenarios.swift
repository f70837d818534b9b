internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Server-sent events of one reply (WHATWG HTML, section 9.2).
    static let events: [Scenario] = interpretation + boundedEvents + [keptAlive]

    static let eventHead = Script.Step.head(status: 200, ["Content-Type": "text/event-stream"])

    private static func message(_ data: String, id: String = "", event: String = "message") -> ServerSentEvent {
        ServerSentEvent(id: id, event: event, data: data)
    }

    private static let interpretation: [Scenario] =
        [
            ("data-lines", "data: a\ndata:b\ndata:  c\n\n", [message("a\nb\n c")], "several data lines are one event"),
            (
                "line-ends", "data: a\r\n\r\ndata: b\r\rdata: c\n\n", [message("a"), message("b"), message("c")],
                "CR LF, CR and LF end lines alike, mixed as they come (eventsource-parser#17)"
            ),
            (
                "comments", ": hello\n:\ndata: a\n:data: no\n\n: bye\n\n", [message("a")],
                "a line that begins with a colon says nothing"
            ),
            (
                "types", "event: add\ndata: a\n\ndata: b\n\n", [message("a", event: "add"), message("b")],
                "a type is its event's alone"
            ),
            (
                "ids", "id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
                [message("a", id: "7"), message("b", id: "7"), message("c")],
                "an ID holds until another comes, an empty one included"
            ),
            (
                "id-with-a-nul", "id: 7\ndata: a\n\nid: 8\u{0}\ndata: b\n\n",
                [message("a", id: "7"), message("b", id: "7")],
                "an ID with a NUL in it is none"
            ),
            ("byte-order-mark", "\u{feff}data: a\n\n", [message("a")], "one byte order mark at the start is dropped"),
            (
                "unknown-fields", "data: a\nfoo: b\nDATA: c\ndata \n\n", [message("a")],
                "a field that is not known says nothing"
            ),
            (
                "no-data", "event: add\nid: 7\n\ndata\n\n", [message("", id: "7")],
                "without a data line nothing is dispatched; an empty one is data"
            ),
            (
                "no-blank-line-at-the-end", "data: a\n\ndata: b\n", [message("a")],
                "an event that no blank line ends is dropped"
            ),
        ].map { (name: String, text: String, events: [ServerSentEvent], reason: String) in
            Scenario(
                "streams-events-\(name)", .streams,
                .script([eventHead, .trickle(text, every: .milliseconds(2)), .close]), .items(events.count),
                because: "\(reason), at every split (WHATWG HTML section 9.2.6)"
            ).with {
                $0.action = .events(EventLimits())
                $0.reply.events = events
            }
        } + [
            Scenario(
                "streams-events-retry", .streams,
                .script([eventHead, .send("retry: 1500\nretry: 1.5\nretry: -1\ndata: a\n\n"), .close]), .items(1),
                because:
                    "a retry of digits alone is a time in milliseconds, any other says nothing (WHATWG HTML section 9.2.6)"
            ).with {
                $0.action = .events(EventLimits())
                $0.reply.events = [ServerSentEvent(data: "a", retry: .milliseconds(1500))]
            }
        ]

    private static let boundedEvents: [Scenario] = [
        ("line-over-the-limit", Script([eventHead, .send("data: a\n\ndata: "), .endless(Array("x".utf8))])),
        ("event-over-the-limit", [eventHead, .send("data: a\n\n"), .endless(Array("data: xxxxxxxx\n".utf8))]),
        ("comment-without-an-end", [eventHead, .send("data: a\n\n:"), .endless(Array("x".utf8))]),
    ].map { (name, script: Script) in
        Scenario(
            "streams-events-\(name)", .streams, .script(script),
            .broken(.items(1), by: .transport(.dataLengthExceedsMaximum)),
            because: "what a line and an event may hold is bounded, whatever the body's budget"
        ).with {
            $0.policy = FetchPolicy(budget: 64 << 20)
            $0.action = .events(EventLimits(line: 1000, event: 4000))
            $0.reply.events = [message("a")]
            $0.wire.peerGoneWithin = .milliseconds(500)
            $0.divergences = [readsOn(giving: $0.expected)]
        }
    }

    private static let keptAlive = Scenario(
        "streams-events-kept-alive-by-comments", .streams,
        .script([
            eventHead, .trickle(":\n:\n:\n:\n:\n:\n:\n:\n", by: 2, every: .milliseconds(150)), .send("data: a\n\n"),
            .close,
        ]), .items(1), because: "a comment now and then is no silence, which is what servers send them for"
    ).with {
        $0.policy = FetchPolicy(budget: 1000, idleTimeout: .milliseconds(500))
        $0.action = .events(EventLimits())
        $0.reply.events = [message("a")]
        $0.time = .seconds(1) ... .seconds(3)
    }
}
