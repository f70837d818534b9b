internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Replies that are read as they come: whole ones, and ones that break off.
    static let streamedReplies: [Scenario] = [firstPiece] + wholeStreams + bodiless + brokenStreams + refusedStreams

    static let openHead = Script.Step.head(status: 200, ["Transfer-Encoding": "chunked"])

    // MARK: Whole

    private static let firstPiece = Scenario(
        "streams-first-piece-before-the-end", .streams, .script([openHead, .chunk("one"), .stall]),
        .left(.reply(200, bytes: 3)), because: "a piece is the reader's when it comes, not when the body is whole"
    ).with {
        $0.action = .stream(StreamReading(upTo: 3, then: .leaves))
        $0.reply.body = Array("one".utf8)
        $0.time = .zero ... .milliseconds(500)
    }

    private static let text = String(repeating: "what is sent is what is read. ", count: 1000)

    private static let wholeStreams: [Scenario] =
        [
            ("content-length", .reply(body: text + text)),
            ("chunked", [.chunked([text, text], chunkExtension: ";a=b")]),
            ("close-delimited", .closeDelimited(body: Array((text + text).utf8))),
            (
                "gzip",
                [.reply(headers: ["Content-Encoding": "gzip"], body: GzipData.stored(Array((text + text).utf8)))]
            ),
            (
                "trickle",
                [
                    .head(status: 200, ["Content-Length": "\(2 * text.utf8.count)"]),
                    .trickle(text + text, by: 600, every: .milliseconds(2)),
                ]
            ),
        ].map { (framing: String, script: Script) in
            Scenario(
                "streams-whole-\(framing)", .streams, .script(script), .reply(200, bytes: 2 * text.utf8.count),
                because:
                    "a stream brings every byte once and in order, however small its window and whatever the framing"
            ).with {
                $0.action = .stream(StreamReading(upTo: .max, then: .goesOn, window: 1000))
                $0.reply.body = Array((text + text).utf8)
            }
        } + [
            Scenario(
                "streams-trailers", .streams, .script([.chunked(["ok"], trailers: ["X": "late"])]),
                .reply(200, bytes: 2),
                because: "what follows the last chunk is neither body nor head (RFC 9110 section 6.5.1)"
            ).with {
                $0.action = .stream(.eager)
                $0.reply.headers = ["X": []]
                $0.divergences = [
                    Divergence("urlsession", gives: [.crashed(SIGILL)], because: "a trailer field traps the process")
                ]
            }
        ]

    private static let bodiless = [
        ("204", ScenarioRequest.get(), Script([.head(status: 204)]), 204),
        ("304", .get(), [.head(status: 304, ["ETag": "\"a\""])], 304),
        ("head", ScenarioRequest("HEAD"), [.head(status: 200, ["Content-Length": "100000000"])], 200),
        ("empty", .get(), .reply(), 200),
    ].map { (name, request, script: Script, status) in
        Scenario(
            "streams-\(name)-has-no-piece", .streams, .script(script), .reply(status, bytes: 0),
            because: "a reply without a body is a stream that ends at once (RFC 9112 section 6.3)"
        ).with {
            $0.requests = [request]
            $0.action = .stream(.eager)
            $0.time = .zero ... .milliseconds(500)
        }
    }

    // MARK: Broken off

    private static let lost = Outcome.transport(.networkConnectionLost)

    private static let brokenStreams: [Scenario] = [
        ("stall-chunked", [openHead, .chunk("good"), .stall], timedOut),
        ("stall-content-length", [.head(status: 200, ["Content-Length": "9"]), .send("good"), .stall], timedOut),
        ("stall-close-delimited", [.head(status: 200), .send("good"), .stall], timedOut),
        ("close-amid-the-length", [.head(status: 200, ["Content-Length": "9"]), .send("good"), .close], lost),
        ("close-between-chunks", [openHead, .chunk("good"), .close], lost),
        ("close-amid-a-chunk", [openHead, .send("9\r\ngood"), .close], lost),
        ("reset", [openHead, .chunk("good"), .pause(.milliseconds(200)), .reset], lost),
        ("chunk-size-not-hex", [openHead, .chunk("good"), .send("what\r\n"), .stall], lost),
        ("budget-chunked", [openHead, .chunk("good"), .chunk("and more"), .stall], .overBudget(4)),
        ("budget-in-one-chunk", [openHead, .chunk("good and more"), .stall], .overBudget(4)),
        ("budget-close-delimited", [.head(status: 200), .send("good and more"), .stall], .overBudget(4)),
        (
            "budget-gzip",
            [
                .reply(
                    headers: ["Content-Encoding": "gzip"], body: GzipData.stored(Array("good and more".utf8)))
            ], .overBudget(4)
        ),
        (
            "budget-flood", [.head(status: 200), .send("good"), .endless(Array("and so on".utf8))], .overBudget(4)
        ),
    ].map { (name: String, script: Script, failure) in
        Scenario(
            "streams-broken-\(name)", .streams, .script(script), .broken(.reply(200, bytes: 4), by: failure),
            because: failure == .overBudget(4)
                ? "the bytes within the budget are the reader's, exactly, and then the stream fails"
                : "a body that breaks off fails after its good bytes and never looks like a short success (isahc#246)"
        ).with {
            $0.policy = FetchPolicy(budget: failure == .overBudget(4) ? 4 : 9, idleTimeout: .milliseconds(500))
            $0.action = .stream(.eager)
            $0.reply.body = Array("good".utf8)
            if failure == timedOut { $0.time = .milliseconds(500)...(.milliseconds(500) + tolerance) }
            // A whole reply has nothing left to cut.
            if name != "budget-gzip" { $0.wire.peerGoneWithin = .seconds(1) }
            if name == "budget-flood" { $0.divergences = [readsOn(giving: $0.expected)] }
            if ["close-between-chunks", "close-amid-a-chunk", "chunk-size-not-hex"].contains(name) {
                $0.divergences = [
                    Divergence(
                        "urlsession", gives: [.broken(.reply(200, bytes: 4), by: .transport(.unknown))],
                        because: "Foundation has no code for a chunked body that breaks off, and calls it unknown")
                ]
            }
        }
    }

    private static let refusedStreams: [Scenario] = [
        (
            "redirect", [.head(status: 302, ["Location": "/"]), .endless(Array("moved ".utf8))],
            Outcome.redirectRefused(302)
        ),
        ("declared-over-budget", [.head(status: 200, ["Content-Length": "11"]), .stall], .overBudget(10)),
        ("silence", [.send("HTTP/1.1 200 OK\r\n"), .stall], timedOut),
        (
            "unknown-coding", [.head(status: 200, ["Content-Encoding": "foo"]), .send("x"), .stall],
            .transport(.cannotDecodeContentData)
        ),
    ].map { (name: String, script: Script, outcome: Outcome) in
        Scenario(
            "streams-refused-\(name)", .streams, .script(script), outcome,
            because: "what is refused at the head has no stream, and its connection is cut"
        ).with {
            $0.policy = FetchPolicy(budget: 10, idleTimeout: .milliseconds(500), deadline: .seconds(2))
            $0.action = .stream(.eager)
            $0.wire.peerGoneWithin = .milliseconds(500)
            if name == "redirect" {
                $0.divergences = [
                    Divergence(
                        "urlsession", gives: [timedOut], misses: [.wire],
                        because: "Foundation takes in a redirect's whole body before it says that there is one")
                ]
            }
            if name == "unknown-coding" {
                $0.divergences = [
                    Divergence(
                        "urlsession", gives: [.broken(.reply(200, bytes: 0), by: .transport(.unknown))],
                        because: "the head is handed out before the coding is looked at")
                ]
            }
        }
    }
}
