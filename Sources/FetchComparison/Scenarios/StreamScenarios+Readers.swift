internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Readers that are slower than the server, or want no more.
    static let streamTurns: [Scenario] =
        turningAway + [
            cancelledWhileHeld, slowReader, slowReaderOfZeros, slowReaderToTheEnd, heldIsNotIdle, heldDeadline,
        ]

    private static let flood = Script([.head(status: 200), .endless(Array("0123456789abcdef".utf8))])
    private static let silent = Script([.head(status: 200), .send("some"), .stall])

    private static let turningAway: [Scenario] = [
        ("leaves", StreamReading.Turn.leaves, "a reader that leaves its loop"),
        ("throws", .throwsOut, "a reader whose loop ends by an error of its own"),
        ("is-cancelled", .isCancelled, "a reader whose task is cancelled"),
    ].flatMap { (name, turn: StreamReading.Turn, who: String) in
        [("a-flood", flood, 1 << 20), ("silence", silent, 4)].map { (what, script: Script, bytes) in
            let part = Outcome.reply(200, bytes: bytes)
            return Scenario(
                "streams-reader-\(name)-in-\(what)", .streams, .script(script),
                turn == .isCancelled ? .broken(part, by: .transport(.cancelled)) : .left(part),
                because: "\(who) wants no more: the server sees the peer go within 100 ms"
            ).with {
                // Where nothing holds the server back, the budget is what memory is held to.
                $0.policy = FetchPolicy(budget: 16 << 20)
                $0.action = .stream(StreamReading(upTo: bytes, then: turn))
                $0.wire.peerGoneWithin = .milliseconds(100)
                $0.wire.maxBytesSentAfter = 16 << 20
                if turn == .isCancelled { $0.time = .zero ... .milliseconds(100) }
                if script == flood { $0.divergences = [readsOn(giving: $0.expected)] }
            }
        }
    }

    /// While a reader waits, the budget may be full before it is done.
    static func readsOn(giving outcomes: Outcome...) -> Divergence {
        Divergence(
            "urlsession", gives: Set(outcomes), misses: [.wire, .time],
            because: "nothing holds a sender back, and Foundation goes on receiving until its queue comes to the "
                + "cancellation; how far it comes, a race decides")
    }

    private static let full = Outcome.broken(.reply(200, bytes: 1), by: .overBudget(16 << 20))

    private static let cancelledWhileHeld = Scenario(
        "streams-reader-is-cancelled-while-held", .streams, .script(flood),
        .broken(.reply(200, bytes: 1), by: .transport(.cancelled)),
        because: "a transfer that is paused for its reader can be cancelled like one that runs"
    ).with {
        $0.policy = FetchPolicy(budget: 16 << 20)
        $0.action = .stream(StreamReading(upTo: 1, pausing: .milliseconds(500), then: .isCancelled))
        $0.wire.peerGoneWithin = .milliseconds(100)
        $0.time = .zero ... .milliseconds(100)
        $0.divergences = [readsOn(giving: $0.expected, full)]
    }

    /// What no bound but the budget holds.
    private static let heedless =
        "Foundation on Linux has no way to hold a sender back, so that a reader's budget is what bounds memory"

    private static let slowReader = Scenario(
        "streams-slow-reader-of-a-flood", .streams, .script(flood), .left(.reply(200, bytes: 1)),
        because: "while its reader waits, a stream holds no more than its window, and the server's sending blocks"
    ).with {
        $0.policy = FetchPolicy(budget: 64 << 20)
        $0.action = .stream(StreamReading(upTo: 1, pausing: .milliseconds(1500), then: .leaves))
        $0.wire.maxBytesWhileHeld = 0
        $0.wire.maxBytesSent = 16 << 20
        $0.memory = 4 << 20
        $0.divergences = [Divergence("urlsession", misses: [.memory, .wire], because: heedless)]
    }

    private static let zeros = 60_000_000

    private static let slowReaderOfZeros = Scenario(
        "streams-slow-reader-of-a-gzip-bomb", .streams,
        .script([.reply(headers: ["Content-Encoding": "gzip"], body: GzipData.zeros(zeros))]),
        .reply(200, bytes: zeros),
        because: "a coded body is decoded as its reader takes it: what 380 kB expand to is never held at once"
    ).with {
        $0.policy = FetchPolicy(budget: zeros)
        $0.action = .stream(StreamReading(upTo: 1, pausing: .milliseconds(500), then: .goesOn))
        $0.memory = 4 << 20
        $0.divergences = [
            Divergence(
                "urlsession", gives: [.reply(200, bytes: zeros)], misses: [.memory],
                because: heedless + "; whether it grows or was there from the first run, a race decides")
        ]
    }

    private static let slowReaderToTheEnd = Scenario(
        "streams-slow-reader-to-the-end", .streams,
        .script([.head(status: 200, ["Content-Length": "\(16 << 20)"]), .repeating(Array("0123".utf8), times: 4 << 20)]
        ),
        .reply(200, bytes: 16 << 20),
        because: "a transfer that was held back goes on where it was, to its last byte"
    ).with {
        $0.policy = FetchPolicy(budget: 16 << 20)
        $0.action = .stream(StreamReading(upTo: 100_000, pausing: .milliseconds(500), then: .goesOn, window: 10_000))
    }

    private static let heldIsNotIdle = Scenario(
        "streams-held-is-not-idle", .streams,
        .script([.head(status: 200, ["Content-Length": "\(16 << 20)"]), .repeating(Array("0123".utf8), times: 4 << 20)]
        ),
        .reply(200, bytes: 16 << 20),
        because: "the silence of a sender that is held back is its reader's, and no idle timeout counts it"
    ).with {
        $0.policy = FetchPolicy(budget: 16 << 20, idleTimeout: .milliseconds(300))
        $0.action = .stream(StreamReading(upTo: 1, pausing: .seconds(1), then: .goesOn))
    }

    private static let heldDeadline = Scenario(
        "streams-deadline-while-held", .streams, .script(flood), .broken(.reply(200, bytes: 1), by: timedOut),
        because: "the deadline counts the reader's time too: it bounds how long a connection can be held"
    ).with {
        $0.policy = FetchPolicy(budget: 16 << 20, deadline: .milliseconds(500))
        $0.action = .stream(StreamReading(upTo: 1, pausing: .seconds(1), then: .drains))
        $0.time = .milliseconds(500)...(.milliseconds(500) + tolerance)
        $0.wire.peerGoneWithin = .milliseconds(100)
        $0.divergences = [readsOn(giving: $0.expected, full)]
    }
}
