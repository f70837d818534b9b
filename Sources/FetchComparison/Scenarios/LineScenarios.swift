internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Lines of a body: what ends them, and what bounds them.
    static let lines: [Scenario] = wholeLines + boundedLines

    private static let wholeLines: [Scenario] =
        [
            ("split-everywhere", "one\ntwo\r\nthree\rfo\u{fc}r", ["one", "two", "three", "fo\u{fc}r"]),
            ("carriage-returns-alone", "a\rb\r\rc\r", ["a", "b", "", "c"]),
            ("empty", "\n\r\n\n", ["", "", ""]),
            ("no-final-newline", "a\nb", ["a", "b"]),
            (
                "only-line-ends-end-lines", "a\u{2028}b\u{85}c\u{b}d\u{c}e\u{0}f\n",
                ["a\u{2028}b\u{85}c\u{b}d\u{c}e\u{0}f"]
            ),
            ("byte-order-mark", "\u{feff}a\n\u{feff}b\n", ["a", "\u{feff}b"]),
        ].map { (name: String, text: String, lines: [String]) in
            ofLines(
                name,
                [
                    .head(status: 200, ["Content-Length": "\(text.utf8.count)"]),
                    .trickle(text, every: .milliseconds(2)),
                ],
                lines,
                because: "LF, CR LF and CR end a line and nothing else does, wherever the network splits the body")
        } + [
            ofLines(
                "cr-lf-across-chunks",
                [openHead, .chunk("a\r"), .pause(.milliseconds(100)), .send("2\r\n\nb\r\n0\r\n\r\n")],
                ["a", "b"], because: "a CR at a chunk's end and the LF of the next one are one line end"),
            ofLines(
                "invalid-utf-8", [.reply(body: [0x61, 0xff, 0x0a, 0xc3, 0x0a, 0x62])], ["a\u{fffd}", "\u{fffd}", "b"],
                because: "what is not UTF-8 is repaired and stops nothing (Unicode 15, section 3.9)"),
        ]

    private static func ofLines(
        _ name: String, _ script: Script, _ lines: [String], because reason: String
    ) -> Scenario {
        Scenario("streams-lines-\(name)", .streams, .script(script), .items(lines.count), because: reason).with {
            $0.action = .lines(limit: 64)
            $0.reply.lines = lines
        }
    }

    private static let long = String(repeating: "x", count: 64)

    private static let boundedLines: [Scenario] = [
        (
            "exact-limit", Script.reply(body: "a\n\(long)\r\n\(long)"), Outcome.items(3), ["a", long, long],
            "a line of exactly the limit passes, its end not counted"
        ),
        (
            "one-more", [.head(status: 200), .send("a\n\(long)x"), .stall],
            .broken(.items(1), by: .transport(.dataLengthExceedsMaximum)), ["a"],
            "a line over the limit fails before its end has come, after the whole lines before it"
        ),
        (
            "endless-line", [.head(status: 200), .send("a\n"), .endless(Array("x".utf8))],
            .broken(.items(1), by: .transport(.dataLengthExceedsMaximum)), ["a"],
            "a line without an end is held to its limit, not to the body's budget"
        ),
        (
            "broken-off", [openHead, .chunk("a\nb"), .close],
            .broken(.items(1), by: .transport(.networkConnectionLost)), ["a"],
            "a line that was cut short is not a line"
        ),
    ].map { (name, script: Script, outcome, lines, reason) in
        Scenario("streams-lines-\(name)", .streams, .script(script), outcome, because: reason).with {
            $0.policy = FetchPolicy(budget: 64 << 20, idleTimeout: .seconds(5))
            $0.action = .lines(limit: 64)
            $0.reply.lines = lines
            if name == "one-more" || name == "endless-line" { $0.wire.peerGoneWithin = .milliseconds(500) }
            if name == "endless-line" { $0.divergences = [readsOn(giving: outcome)] }
            guard name == "broken-off" else { return }
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [.broken(.items(1), by: .transport(.unknown))],
                    because: "Foundation has no code for a chunked body that breaks off, and calls it unknown")
            ]
        }
    }
}
