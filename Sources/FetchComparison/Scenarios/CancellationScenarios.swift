internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Cancellation at every moment of an exchange, seen from the wire.
    static let cancellation: [Scenario] = moments + [connecting, beforeStart, many, stopped]

    private static let moments: [Scenario] = [
        ("before-the-head", [.stall], .requestsSeen(1)),
        ("after-the-head", [.head(status: 200, ["Content-Length": "5"]), .stall], .bytesSent(30)),
        ("amid-the-body", [.head(status: 200, ["Content-Length": "500"]), .send("some"), .stall], .bytesSent(40)),
        (
            "amid-a-trickle", [.head(status: 200), .trickle("xxxx", every: .milliseconds(5), endless: true)],
            .bytesSent(60)
        ),
        (
            "amid-interims", [.trickle("HTTP/1.1 102 P\r\n\r\n", by: 18, every: .milliseconds(20), endless: true)],
            .bytesSent(60)
        ),
        (
            "amid-chunks",
            [
                .head(status: 200, ["Transfer-Encoding": "chunked"]),
                .trickle("1\r\nx\r\n", by: 6, every: .milliseconds(5), endless: true),
            ], .bytesSent(100)
        ),
    ].map { (name: String, script: Script, moment: ScenarioAction.Moment) in
        Scenario(
            "cancellation-\(name)", .cancellation, .script(script), .transport(.cancelled),
            because: "cancelling the task reaches the wire: the server sees the peer go within 100 ms"
        ).with {
            $0.policy = FetchPolicy(budget: 10_000_000)
            $0.action = .cancel(moment)
            $0.time = .zero ... .milliseconds(100)
            $0.wire.peerGoneWithin = .milliseconds(100)
        }
    }

    private static let connecting = Scenario(
        "cancellation-while-connecting", .cancellation, .script([.stall]), .transport(.cancelled),
        because: "connecting can be cancelled like anything else"
    ).with {
        $0.options.accepting = .backlogFull
        $0.action = .cancel(.after(.milliseconds(100)))
        $0.time = .zero ... .milliseconds(100)
    }

    private static let beforeStart = Scenario(
        "cancellation-before-the-start", .cancellation, .script(.reply(body: "ok")), .transport(.cancelled),
        because: "a task that is cancelled already opens nothing"
    ).with {
        $0.action = .cancel(.beforeStart)
        $0.wire.connections = 0...0
    }

    private static let many = Scenario(
        "cancellation-of-an-endless-body", .cancellation,
        .script([.head(status: 200), .endless([UInt8](repeating: 0, count: 65_536))]), .transport(.cancelled),
        because: "what was on its way may still be taken by the kernel; what the server sends later is not"
    ).with {
        $0.policy = FetchPolicy(budget: .max)
        $0.action = .cancel(.bytesSent(1 << 20))
        $0.time = .zero ... .milliseconds(200)
        $0.wire.maxBytesSentAfter = 16 << 20
        $0.divergences = [
            Divergence(
                "urlsession", gives: [.transport(.cancelled)], misses: [.wire, .time],
                because:
                    "Foundation goes on receiving until its queue comes to the cancellation; a race decides how far it "
                    + "comes: 7 to 900 MiB were measured, and the bound is kept now and then")
        ]
    }

    private static let stopped = Scenario(
        "cancellation-of-a-whole-backend", .cancellation, .script([.stall]), .tally([.transport(.cancelled): 40]),
        because: "a backend that is stopped answers every exchange, each once and at once"
    ).with {
        $0.action = .stop(.requestsSeen(40), parallel: 40)
        $0.time = .zero ... .milliseconds(500)
        $0.wire.peerGoneWithin = .seconds(1)
    }
}
