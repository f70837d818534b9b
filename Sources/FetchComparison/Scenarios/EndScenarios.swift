internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Connections that end where they should not, and replies that are not what HTTP says.
    static let ends: [Scenario] = endsOfConnections + endsOfReplies + malformedChunks + malformedLengths + bodiless

    private static let head = "HTTP/1.1 200 OK\r\n"

    /// A scenario whose server sends bytes and then closes.
    static func ends(
        _ name: String, _ bytes: String, _ expected: Outcome, urlsession: Set<Outcome>? = nil,
        why: String = measured, method: String = "GET", because reason: String
    ) -> Scenario {
        Scenario("ends-\(name)", .ends, .script([.send(bytes), .close]), expected, because: reason).with {
            $0.requests = [ScenarioRequest(method)]
            $0.policy = FetchPolicy(budget: 1 << 20, idleTimeout: .seconds(3), deadline: .seconds(5))
            if let urlsession { $0.divergences = [Divergence("urlsession", gives: urlsession, because: why)] }
        }
    }

    static let measured = "Foundation on Linux reports it without saying what it was"
    private static let lost = Outcome.transport(.networkConnectionLost)
    private static let bad = Outcome.transport(.badServerResponse)
    private static let unknown = Outcome.transport(.unknown)
    private static let trap = Outcome.crashed(SIGILL)

    // MARK: Connections

    private static let endsOfConnections: [Scenario] = [
        ("at-accept", [.atAccept], bad),
        ("before-the-reply", [], bad),
        ("in-the-status-line", [.send("HTTP/1.1 20")], bad),
        ("in-the-head", [.send(head + "Content-Le")], trap),
        ("before-the-blank-line", [.send(head + "Content-Length: 5\r\n")], unknown),
        ("in-a-declared-body", [.send(head + "Content-Length: 10\r\n\r\nhalf")], nil),
        ("in-a-chunk", [.send(head + "Transfer-Encoding: chunked\r\n\r\nA\r\nhalf")], unknown),
        ("before-the-last-chunk", [.send(head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n")], unknown),
    ].flatMap { (place: String, steps: [Script.Step], whenClosed: Outcome?) in
        [Script.Step.close, .reset].map { step in
            Scenario(
                "ends-\(step == .close ? "close" : "reset")-\(place)", .ends,
                .script(Script(steps + [.pause(.milliseconds(30)), step])), lost,
                because: "a message that is cut is incomplete (RFC 9112 section 8); it is never a short success"
            ).with {
                $0.policy = FetchPolicy(budget: 1 << 20, idleTimeout: .seconds(3), deadline: .seconds(5))
                guard step == .close, let whenClosed else { return }
                let reason = whenClosed == trap ? "the process traps (corelibs#5285)" : measured
                $0.divergences = [Divergence("urlsession", gives: [whenClosed], because: reason)]
            }
        }
    }

    // MARK: Replies

    private static let endsOfReplies: [Scenario] = [
        ends(
            "not-http", "SSH-2.0-OpenSSH_9.2\r\n", bad, urlsession: [.transport(.unsupportedURL)],
            because: "the first line is no status line (RFC 9112 section 4)"),
        ends(
            "http-0-9", "<html>hello</html>", bad, urlsession: [.transport(.unsupportedURL)],
            because: "HTTP/0.9 has no head to judge; it is refused"),
        ends(
            "lower-case-protocol", "http/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", bad,
            urlsession: [.reply(200, bytes: 2)], why: "libcurl takes the name in any case",
            because: "the protocol's name is case-sensitive (RFC 9112 section 2.3)"),
        ends(
            "status-099", "HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nok", bad,
            urlsession: [.transport(.unsupportedURL)],
            because: "a status below 100 names no class (RFC 9110 section 15)"),
        ends(
            "status-999", "HTTP/1.1 999 Denied\r\nContent-Length: 2\r\n\r\nok", .reply(999, bytes: 2),
            because: "an unknown class is the caller's to read as a 5xx (RFC 9110 section 15)"),
        ends(
            "no-reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", .reply(200, bytes: 2),
            urlsession: [unknown], because: "clients ignore the reason, and many servers send none (RFC 9112 section 4)"
        ),
        ends(
            "unasked-101", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", bad,
            because: "nobody asked to upgrade (RFC 9110 section 7.8)"),
        ends(
            "no-colon", head + "Content-Length 2\r\n\r\nok", bad, urlsession: [unknown],
            because: "a field has a colon (RFC 9112 section 5)"),
        ends(
            "space-before-colon", head + "Content-Length : 2\r\n\r\nok", bad,
            urlsession: [unknown], because: "two readers of such a line see two different fields (RFC 9112 section 5.1)"
        ),
        ends(
            "nul-in-a-field", head + "X: a\u{0}b\r\nContent-Length: 2\r\n\r\nok", bad,
            urlsession: [unknown], because: "a field value holds no NUL (RFC 9110 section 5.5)"),
        ends(
            "bare-line-feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", .reply(200, bytes: 2),
            urlsession: [unknown], because: "a recipient may take a lone LF as a line's end (RFC 9112 section 2.2)"),
        ends(
            "folded-line", head + "X: a\r\n b\r\nContent-Length: 2\r\n\r\nok", .reply(200, bytes: 2),
            because: "a user agent replaces a fold with spaces (RFC 9112 section 5.2)"),
        ends(
            "folded-first-line", head + " X: a\r\nContent-Length: 2\r\n\r\nok", bad, urlsession: [unknown],
            because: "a fold continues a field, and there is none yet (RFC 9112 section 2.2)"),
        Scenario(
            "ends-two-replies-in-one-packet", .ends,
            .script([.send(head + "Content-Length: 1\r\n\r\n1" + stray)]),
            .each([.reply(200, bytes: 1), .reply(200, bytes: 1)]),
            because: "a reply nobody asked for is never the answer to the next request (RFC 9112 section 9.2)"
        ).with {
            $0.requests = [.get(), .get()]
            $0.action = .sequence
            $0.wire.requests = 2
        },
        Scenario(
            "ends-head-with-a-reply-behind-it", .ends,
            .script([.send(head + "Content-Length: \(stray.utf8.count)\r\n\r\n" + stray)]),
            .each([.reply(200, bytes: 0), .reply(200, bytes: 0)]),
            because: "a body that HEAD never has must not pass for the next reply (RFC 9112 section 9.2)"
        ).with {
            $0.requests = [ScenarioRequest("HEAD"), ScenarioRequest("HEAD")]
            $0.action = .sequence
            $0.wire.requests = 2
        },
    ]

    /// A reply that nobody asked for, told apart from a right one by its status.
    private static let stray = "HTTP/1.1 418 Stray\r\nContent-Length: 1\r\n\r\n2"

    // MARK: Chunks

    private static func chunks(_ name: String, _ body: String, _ expected: Outcome, because reason: String) -> Scenario
    {
        ends(
            "chunk-\(name)", head + "Transfer-Encoding: chunked\r\n\r\n" + body, expected, urlsession: [unknown],
            because: reason)
    }

    private static let malformedChunks: [Scenario] =
        [
            chunks(
                "size-not-hex", "xyz\r\nok\r\n0\r\n\r\n", lost,
                because: "a chunk size is hexadecimal (RFC 9112 section 7.1)"),
            chunks(
                "size-18-digits", "FFFFFFFFFFFFFFFFFF\r\nok\r\n", lost,
                because: "a size that overflows must not wrap (RFC 9112 section 7.1)"),
            chunks(
                "without-its-line-end", "2\r\nokX\r\n0\r\n\r\n", lost,
                because: "a chunk ends with CR LF (RFC 9112 section 7.1)"),
        ]
        + [chunksSplitAnywhere]

    /// One route for each place at which a chunked body's bytes can be split between two packets.
    private static let chunksSplitAnywhere: Scenario = {
        let body = Array("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n".utf8)
        let scripts = (1..<body.count).map { place in
            (
                "/\(place)",
                [
                    .send(head + "Transfer-Encoding: chunked\r\n\r\n"), .send(Array(body[..<place])),
                    .pause(.milliseconds(20)), .send(Array(body[place...])),
                ] as Script
            )
        }
        return Scenario(
            "ends-chunks-split-at-every-byte", .ends, .routes(Dictionary(uniqueKeysWithValues: scripts)),
            .tally([.reply(200, bytes: 11): scripts.count]), because: "where packets end means nothing (curl#12937)"
        ).with {
            $0.requests = scripts.map { .get($0.0) }
            $0.action = .parallel(scripts.count)
            $0.reply.body = Array("hello world".utf8)
        }
    }()

    // MARK: Lengths

    private static func lengths(
        _ name: String, _ fields: [String], _ expected: Outcome, urlsession: Set<Outcome>? = nil, because reason: String
    ) -> Scenario {
        let lines = fields.map { "Content-Length: \($0)\r\n" }.joined()
        return ends("length-\(name)", head + lines + "\r\n22", expected, urlsession: urlsession, because: reason)
    }

    private static let malformedLengths: [Scenario] = [
        lengths("negative", ["-2"], bad, urlsession: [unknown], because: "a length is digits (RFC 9110 section 8.6)"),
        lengths("signed", ["+2"], bad, because: "a length is digits (RFC 9110 section 8.6)"),
        lengths(
            "listed-twice", ["2,2"], .reply(200, bytes: 2),
            because: "the same number twice is that number (RFC 9112 section 6.3)"),
        lengths("junk-after", ["2 junk"], bad, because: "a length is digits (RFC 9110 section 8.6)"),
        lengths(
            "conflicting", ["2", "3"], bad,
            because: "two lengths are none: one reader would see another body (RFC 9112 section 6.3)"),
        lengths(
            "repeated", ["2", "2"], .reply(200, bytes: 2),
            because: "the same number twice is that number (RFC 9112 section 6.3)"),
        ends(
            "length-beside-chunks",
            head + "Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            .reply(200, bytes: 2), because: "Transfer-Encoding overrides Content-Length (RFC 9112 section 6.3)"),
    ]

    // MARK: Replies without a body

    private static let bodiless: [Scenario] =
        [204, 304].map { status in
            ends(
                "\(status)-with-a-body", "HTTP/1.1 \(status) X\r\nContent-Length: 4\r\n\r\nbody",
                .reply(status, bytes: 0),
                because: "a \(status) ends with its head, whatever follows (RFC 9112 section 6.3)")
        } + [
            ends(
                "head-with-a-body", head + "Content-Length: 4\r\n\r\nbody", .reply(200, bytes: 0), method: "HEAD",
                because: "a reply to HEAD ends with its head (RFC 9112 section 6.3)"),
            ends(
                "head-declares-100-mb", head + "Content-Length: 104857600\r\n\r\n", .reply(200, bytes: 0),
                method: "HEAD",
                because: "HEAD's length is that of the body a GET would bring (RFC 9110 section 9.3.2)"),
        ]
}
