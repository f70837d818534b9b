internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Deadlines: the whole exchange, whatever it is busy with.
    static let deadlines: [Scenario] =
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
                "time-deadline-longer-than-idle", .time, .script([.stall]), timedOut,
                because: "the shorter of the two limits decides"
            ).with {
                $0.policy = FetchPolicy(budget: 1, idleTimeout: .milliseconds(400), deadline: .seconds(5))
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

    /// Deadlines of what shows nothing of itself, and of everything at once.
    static let moreDeadlines: [Scenario] =
        [
            Scenario(
                "time-deadline-of-connecting", .time, .script([.stall]), timedOut,
                because: "a connection attempt is part of the exchange; the kernel would go on for two minutes"
            ).with { $0.options.accepting = .backlogFull },
            Scenario(
                "time-deadline-of-a-tls-handshake", .time, .script([.atAccept, .stall]), timedOut,
                because: "a handshake that the server never answers is part of the exchange"
            ).with { $0.requests = [.url("https://127.0.0.1:PORT/")] },
            Scenario(
                "time-deadline-of-an-upload", .time, .script([.stopReading, .stall]), timedOut,
                because: "sending is part of the exchange"
            ).with {
                $0.options.receiveBuffer = 65_536
                $0.requests = [upload]
            },
            Scenario(
                "time-deadline-of-decoding", .time,
                .script(
                    [.head(status: 200, ["Content-Encoding": "gzip"]), .send(GzipData.header)]
                        + Script((0..<60).flatMap { _ in [.send(emptyBlock), .pause(.milliseconds(50))] })),
                timedOut,
                because: "coded bytes that decode to nothing (RFC 1951 section 3.2.4) are neither silent nor ever over "
                    + "the budget"
            ),
        ].map {
            $0.with {
                $0.policy = FetchPolicy(budget: 1, deadline: .seconds(1))
                $0.time = .seconds(1)...(.seconds(1) + tolerance)
            }
        } + [
            Scenario(
                "time-deadline-and-cancel-at-once", .time, .script([.stall]),
                .race(1000, among: [timedOut, .transport(.cancelled)]),
                because: "a deadline and a cancellation within a millisecond are one outcome, not two and not none "
                    + "(async-http-client#609)"
            ).with {
                // What waits for the system's timers is up to a millisecond late.
                $0.action = .cancelEach(1000, after: .microseconds(19_500) ... .microseconds(21_500))
                $0.policy = FetchPolicy(budget: 1, deadline: .milliseconds(20))
            }
        ]

    /// A stored block of no bytes that is not the last one.
    private static let emptyBlock: [UInt8] = [0, 0, 0, 0xff, 0xff]
}
