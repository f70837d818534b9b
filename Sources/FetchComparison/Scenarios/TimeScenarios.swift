internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Silence and deadlines, each in a window from the limit to 150 ms after it.
    static let time: [Scenario] = silences + silentPeers + notSilent + deadlines + moreDeadlines + [slowAtOnce]

    private static let limits: [Duration] = [300, 500, 1000, 1900, 3000].map { .milliseconds($0) }
    static let tolerance = Duration.milliseconds(150)
    static let timedOut = Outcome.transport(.timedOut)

    private static func milliseconds(_ time: Duration) -> Int64 {
        time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    }

    // MARK: Silence

    private static let silences: [Scenario] =
        limits.flatMap { limit in
            [
                ("before-the-head", [.stall]),
                ("after-the-head", [.head(status: 200, ["Content-Length": "5"]), .stall]),
                ("after-a-burst", [.head(status: 200), .repeating([120], times: 1 << 20), .stall]),
            ].map { (place: String, script: Script) in
                Scenario(
                    "time-idle-\(milliseconds(limit))-\(place)", .time, .script(script), timedOut,
                    because:
                        "an idle timeout of \(limit) means just that, wherever the silence is: libcurl's low-speed limit "
                        + "averages over 5 s and comes that late after a burst, Foundation's timeout has whole seconds"
                ).with {
                    $0.policy = FetchPolicy(budget: 10_000_000, idleTimeout: limit)
                    $0.time = limit...(limit + tolerance)
                    $0.wire.peerGoneWithin = .seconds(2)
                }
            }
        }

    /// Silences before there is a request that could be answered, or while it is sent.
    private static let silentPeers: [Scenario] =
        [
            Scenario(
                "time-idle-while-connecting", .time, .script([.stall]), timedOut,
                because: "a connection that is never made is silence too"
            ).with { $0.options.accepting = .backlogFull },
            Scenario(
                "time-idle-in-the-tls-handshake", .time, .script([.atAccept, .stall]), timedOut,
                because: "a server that says nothing to a ClientHello is silent before there is a request"
            ).with { $0.requests = [.url("https://127.0.0.1:PORT/")] },
        ].map {
            $0.with {
                $0.policy = FetchPolicy(budget: 1, idleTimeout: .milliseconds(500))
                $0.time = .milliseconds(500)...(.milliseconds(500) + tolerance)
            }
        } + [
            Scenario(
                "time-idle-of-an-upload", .time, .script([.stopReading, .stall]), timedOut,
                because: "an upload that the server takes no byte of is silence in both directions"
            ).with {
                $0.options.receiveBuffer = 65_536
                $0.requests = [upload]
                $0.policy = FetchPolicy(budget: 1, idleTimeout: .milliseconds(500))
                // What the kernel's buffers hold is sent first.
                $0.time = .milliseconds(500) ... .seconds(1)
            }
        ]

    /// More than the kernel's buffers hold.
    static let upload = ScenarioRequest("PUT", body: Data(count: 12 << 20))

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
        (
            "an-upload",
            Script((1...5).flatMap { [.readBody(upTo: $0 * (2 << 20)), .pause(.milliseconds(500))] })
                + [.readBody(upTo: 12 << 20), .reply(body: "stored")]
        ),
    ].map { (what: String, script: Script) in
        Scenario(
            "time-not-silent-\(what)", .time, .script(script), .reply(200, bytes: 6),
            because: "something every half second is not silence for a second"
        ).with {
            $0.policy = FetchPolicy(budget: 100, idleTimeout: .seconds(1))
            if what == "an-upload" {
                $0.options.receiveBuffer = 65_536
                $0.requests = [upload]
                $0.time = .milliseconds(2500) ... .seconds(6)
            }
            guard what == "a-line-of-head" else { return }
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [timedOut, .crashed(SIGILL)],
                    because: "no line of a head is seen before all of it is there, and ending it there may trap")
            ]
        }
    }

    private static let slowAtOnce = Scenario(
        "time-100-slow-at-once", .time, .script([.pause(.milliseconds(500)), .reply(body: "ok")]),
        .tally([.reply(200, bytes: 2): 100]),
        because: "a hundred slow replies are waited for at once, not in turn"
    ).with {
        $0.action = .parallel(100)
        $0.policy = FetchPolicy(budget: 10, idleTimeout: .seconds(5), deadline: .seconds(10))
        $0.time = .milliseconds(500) ... .seconds(5)
    }
}
