internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Which exchanges share a connection, and which must not.
    static let connections: [Scenario] = kept + given + stale + surplus + [manyAtOnce]

    private static let ok = Outcome.reply(200, bytes: 2)

    private static func inTurn(
        _ name: String, _ server: Server, _ expected: [Outcome], connections: Int, because reason: String
    ) -> Scenario {
        Scenario("connections-\(name)", .connections, server, .each(expected), because: reason).with {
            $0.requests = expected.map { _ in .get() }
            $0.action = .sequence
            $0.wire.connections = connections...connections
        }
    }

    // MARK: Kept for the next

    private static let kept = [
        inTurn(
            "two-requests-one-connection", .script(.reply(body: "ok")), [ok, ok], connections: 1,
            because: "a connection persists unless somebody says otherwise (RFC 9112 section 9.3)"),
        inTurn(
            "kept-after-chunks", .script(.chunked(["ok"])), [ok, ok, ok], connections: 1,
            because: "the last chunk ends a reply, not its connection (RFC 9112 section 7.1)"),
        inTurn(
            "kept-after-no-body",
            .routes([
                "/head": [.head(status: 200, ["Content-Length": "100"])], "/204": [.head(status: 204)],
                "/304": [.head(status: 304, ["Content-Length": "100"])], "/": .reply(body: "ok"),
            ]),
            [.reply(200, bytes: 0), .reply(204, bytes: 0), .reply(304, bytes: 0), ok], connections: 1,
            because: "what has no body has no end to wait for (RFC 9112 section 6.3, rule 1)"
        ).with { $0.requests = [ScenarioRequest("HEAD", "/head"), .get("/204"), .get("/304"), .get("/")] },
        inTurn(
            "kept-after-an-error", .script(.reply(status: 500, body: "no")),
            [.reply(500, bytes: 2), .reply(500, bytes: 2)], connections: 1,
            because: "an error status is a reply like any other; its connection is in order"),
        inTurn(
            "kept-while-idle", .script(.reply(body: "ok")), [ok, ok], connections: 1,
            because: "a connection that nobody closed is there half a second later"
        ).with { $0.action = .spaced(.milliseconds(500)) },
    ]

    // MARK: Given up

    private static let oneCode = "Foundation has no code for a reply that is not HTTP"

    private static let given: [Scenario] =
        [
            ("close", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"),
            ("close-among-others", "HTTP/1.1 200 OK\r\nConnection: Keep-Alive, Close\r\nContent-Length: 2\r\n\r\nok"),
            ("http-1-0", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        ].map { name, reply in
            inTurn(
                "given-up-after-\(name)", .script([.send(reply)]), [ok, ok], connections: 2,
                because: "a server that will not persist says so (RFC 9112 section 9.3); it need not be the first to "
                    + "close")
        } + [
            inTurn(
                "fresh-after-over-budget",
                .routes(["/large": [.head(status: 200), .endless([0x62])], "/": .reply(body: "ok")]),
                [.overBudget(1 << 20), ok], connections: 2,
                because: "what is left of a refused body is no answer to the next request (curl#17578)"
            ).with { $0.requests = [.get("/large"), .get("/")] },
            inTurn(
                "fresh-after-silence",
                .routes([
                    "/slow": [
                        .head(status: 200, ["Content-Length": "9"]), .pause(.milliseconds(400)),
                        .send("too late."),
                    ],
                    "/": [.pause(.milliseconds(200)), .reply(body: "ok")],
                ]),
                [.transport(.timedOut), ok], connections: 2,
                because: "a reply that was given up may still come; nothing of it is taken for another"
            ).with {
                $0.requests = [.get("/slow"), .get("/")]
                $0.policy = FetchPolicy(budget: 100, idleTimeout: .milliseconds(300))
                $0.reply.body = Array("ok".utf8)
            },
            inTurn(
                "fresh-after-a-malformed-reply",
                .routes(["/bad": [.send("HTTP/1.1 200 OK\r\nno colon\r\n\r\n")], "/": .reply(body: "ok")]),
                [.transport(.badServerResponse), ok], connections: 2,
                because: "after what is not HTTP, nothing on the connection can be trusted (RFC 9112 section 6.3)"
            ).with {
                $0.requests = [.get("/bad"), .get("/")]
                $0.divergences = [
                    Divergence("urlsession", gives: [.each([.transport(.unknown), ok])], because: oneCode)
                ]
            },
        ]

    // MARK: Stale

    private static let stale: [Scenario] =
        [("closed", Script.Step.close), ("reset", .reset)].flatMap { how, end in
            [
                inTurn(
                    "\(how)-while-idle", .script([.reply(body: "ok"), end]), [ok, ok], connections: 2,
                    because: "a server may close an idle connection at any time (RFC 9112 section 9.5)"
                ).with { $0.action = .spaced(.milliseconds(100)) },
                inTurn(
                    "\(how)-under-a-request", .script([.reply(body: "ok"), .awaitRequest, end]), [ok, ok],
                    connections: 2,
                    because: "a request that a kept connection swallowed goes out once more (RFC 9112 section 9.3.1, "
                        + "curl#7547)"
                ).with { $0.wire.requests = 3 },
                inTurn(
                    "\(how)-under-an-upload", .script([.awaitBody, .reply(body: "ok"), .awaitRequest, end]), [ok, ok],
                    connections: 2,
                    because: "a body in memory can be sent again (curl#7547)"
                ).with {
                    $0.requests = [
                        .get(), ScenarioRequest("PUT", body: Data("stored".utf8)),
                    ]
                    $0.policy = FetchPolicy(budget: 10, idleTimeout: .seconds(2))
                    $0.divergences = [
                        Divergence(
                            "urlsession",
                            gives: [
                                .each([ok, .transport(.timedOut)]), .each([ok, .transport(.networkConnectionLost)]),
                                .each([ok, ok]),
                            ],
                            misses: [.wire],
                            because: "Foundation on Linux cannot rewind a body in memory, and hangs; a race decides "
                                + "whether the connection's end comes before the request, amid it or after")
                    ]
                },
            ]
        }

    // MARK: Surplus

    private static let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"

    private static let takesIt = "libcurl 7.88 takes what waits on a connection for the next reply"

    private static let surplus = [
        inTurn(
            "late-surplus-is-no-answer", .script([.reply(body: "ok"), .pause(.milliseconds(50)), .send(forged)]),
            [ok, ok], connections: 2,
            because:
                "what comes on an idle connection answers nothing (RFC 9112 section 9.2); the connection is given up"
        ).with {
            $0.action = .spaced(.milliseconds(300))
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [.each([ok, .reply(200, bytes: 6)])], misses: [.wire], because: takesIt)
            ]
        },
        inTurn(
            "late-junk-is-no-answer", .script([.reply(body: "ok"), .pause(.milliseconds(50)), .send("\r\njunk")]),
            [ok, ok], connections: 2,
            because: "a byte on an idle connection is part of no reply (RFC 9112 section 9.2)"
        ).with {
            $0.action = .spaced(.milliseconds(300))
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [.each([ok, .transport(.unsupportedURL)])], misses: [.wire], because: takesIt)
            ]
        },
    ]

    // MARK: Many

    private static let manyAtOnce = Scenario(
        "connections-1000-slow-replies-at-once", .connections, .script([.pause(.seconds(2)), .reply(body: "ok")]),
        .tally([ok: 1000]), because: "a thousand slow replies are waited for at once"
    ).with {
        $0.action = .parallel(1000)
        $0.policy = FetchPolicy(budget: 10, idleTimeout: .seconds(30))
        $0.isExclusive = true
        $0.time = .seconds(2) ... .seconds(15)
        $0.wire.requests = 1000
    }
}
