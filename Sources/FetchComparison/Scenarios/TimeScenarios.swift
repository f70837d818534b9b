internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Silence and deadlines, each in a window from the limit to 150 ms after it.
    static let time: [Scenario] = silences + notSilent + deadlines + [neverConnected, queuedBehindNothing]

    private static let limits: [Duration] = [300, 500, 1000, 1900, 3000].map { .milliseconds($0) }
    private static let tolerance = Duration.milliseconds(150)
    private static let timedOut = Outcome.transport(.timedOut)

    private static func milliseconds(_ time: Duration) -> Int64 {
        time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    }

    // MARK: Silence

    private static let silences: [Scenario] =
        limits.flatMap { limit in
            [
                ("before-the-head", [.stall]),
                ("after-the-head", [.head(status: 200, ["Content-Length": "5"]), .stall]),
                ("after-some-body", [.head(status: 200, ["Content-Length": "9000000"]), .send("some"), .stall]),
            ].map { (place: String, script: Script) in
                Scenario(
                    "time-idle-\(milliseconds(limit))-\(place)", .time, .script(script), timedOut,
                    because:
                        "an idle timeout of \(limit) means just that, wherever the silence is; libcurl's low-speed limit "
                        + "is up to 5 s late, and Foundation's timeout is cut to whole seconds"
                ).with {
                    $0.policy = FetchPolicy(budget: 10_000_000, idleTimeout: limit)
                    $0.time = limit...(limit + tolerance)
                    $0.wire.peerGoneWithin = .seconds(2)
                }
            }
        } + [
            Scenario(
                "time-idle-after-a-burst", .time,
                .script([.head(status: 200), .repeating([120], times: 1 << 20), .stall]), timedOut,
                because:
                    "a burst buys no time: libcurl averages over 5 s, and would notice a second's silence after seven"
            ).with {
                $0.policy = FetchPolicy(budget: 2 << 20, idleTimeout: .seconds(1))
                // The burst takes a moment of its own.
                $0.time = .seconds(1) ... .milliseconds(1500)
            }
        ]

    // MARK: No silence

    private static let notSilent: [Scenario] = [
        (
            "a-byte-of-body",
            [.head(status: 200, ["Content-Length": "6"]), .trickle("abcdef", every: .milliseconds(500))]
        ),
        (
            "a-line-of-head",
            [
                .trickle("HTTP/1.1 200 OK\r\nA: 12345\r\nB: 12345\r\nC: 12345\r\n", by: 12, every: .milliseconds(500)),
                .send("Content-Length: 6\r\n\r\nabcdef"),
            ]
        ),
        (
            "a-chunk",
            [
                .head(status: 200, ["Transfer-Encoding": "chunked"]),
                .trickle(
                    "1\r\na\r\n1\r\nb\r\n1\r\nc\r\n1\r\nd\r\n1\r\ne\r\n1\r\nf\r\n0\r\n\r\n", by: 6,
                    every: .milliseconds(500)),
            ]
        ),
    ].map { (what: String, script: Script) in
        Scenario(
            "time-not-silent-\(what)", .time, .script(script), .reply(200, bytes: 6),
            because: "something every half second is not silence for a second"
        ).with {
            $0.policy = FetchPolicy(budget: 100, idleTimeout: .seconds(1))
            guard what == "a-line-of-head" else { return }
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [timedOut, .crashed(SIGILL)],
                    because: "no line of a head is seen before all of it is there, and ending it there may trap")
            ]
        }
    }

    // MARK: Deadlines

    private static let deadlines: [Scenario] =
        [
            ("1-of-a-trickle", 1, [.head(status: 200), .trickle("x", every: .milliseconds(50), endless: true)]),
            ("2-of-a-trickle", 2, [.head(status: 200), .trickle("x", every: .milliseconds(50), endless: true)]),
            (
                "1-of-a-head", 1,
                [
                    .trickle("HTTP/1.1 200 OK\r\n", every: .milliseconds(20)),
                    .trickle("X: y\r\n", every: .milliseconds(20), endless: true),
                ]
            ),
            ("1-of-silence", 1, [.stall]),
            (
                "1-of-interims", 1,
                [.trickle("HTTP/1.1 102 Processing\r\n\r\n", by: 27, every: .milliseconds(50), endless: true)]
            ),
        ].map { (name: String, seconds: Int, script: Script) in
            Scenario(
                "time-deadline-\(name)", .time, .script(script), timedOut,
                because: "the deadline bounds the whole exchange, whatever it is busy with"
            ).with {
                $0.policy = FetchPolicy(budget: 10_000_000, idleTimeout: .seconds(10), deadline: .seconds(seconds))
                $0.time = .seconds(seconds)...(.seconds(seconds) + tolerance)
                $0.wire.peerGoneWithin = .seconds(2)
            }
        } + [
            Scenario(
                "time-deadline-shorter-than-idle", .time, .script([.stall]), timedOut,
                because: "the shorter of the two limits decides"
            ).with {
                $0.policy = FetchPolicy(budget: 1, idleTimeout: .seconds(5), deadline: .milliseconds(400))
                $0.time = .milliseconds(400)...(.milliseconds(400) + tolerance)
            },
            Scenario(
                "time-deadline-of-nothing", .time, .script(.reply(body: "ok")), timedOut,
                because: "a deadline of no time is over at once"
            ).with {
                $0.policy = FetchPolicy(budget: 10, deadline: .zero)
                $0.time = .zero...tolerance
            },
        ]

    // MARK: Connecting

    private static let neverConnected = Scenario(
        "time-idle-while-connecting", .time, .script([.stall]), timedOut,
        because: "a connection that is never made is silence too"
    ).with {
        $0.options.accepting = .backlogFull
        $0.policy = FetchPolicy(budget: 1, idleTimeout: .milliseconds(500))
        $0.time = .milliseconds(500)...(.milliseconds(500) + tolerance)
    }

    private static let queuedBehindNothing = Scenario(
        "time-100-slow-at-once", .time, .script([.pause(.milliseconds(500)), .reply(body: "ok")]),
        .tally([.reply(200, bytes: 2): 100]),
        because: "a hundred slow replies are waited for at once, not in turn"
    ).with {
        $0.action = .parallel(100)
        $0.policy = FetchPolicy(budget: 10, idleTimeout: .seconds(5), deadline: .seconds(10))
        $0.time = .milliseconds(500) ... .seconds(5)
    }
}
