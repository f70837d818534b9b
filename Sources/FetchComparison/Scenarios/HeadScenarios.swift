internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// What a reply's head says, and how much of it reaches the caller.
    static let heads: [Scenario] = fields + interims + [manyFields] + floods

    private static func head(
        _ name: String, _ lines: String, _ expected: [String: [String]], misses: String? = nil,
        isRefused: Bool = false, because reason: String
    ) -> Scenario {
        Scenario(
            "heads-\(name)", .heads, .script([.send("HTTP/1.1 200 OK\r\n\(lines)\r\nContent-Length: 2\r\n\r\nok")]),
            .reply(200, bytes: 2), because: reason
        ).with {
            $0.reply.headers = expected
            if isRefused { $0.divergences = [refused] }
            if let misses { $0.divergences = [Divergence("urlsession", misses: [.reply], because: misses)] }
        }
    }

    private static let refused = Divergence(
        "urlsession", gives: [.transport(.unknown)], because: "Foundation's parser refuses the field")
    private static let folded = "Foundation keeps fields in a dictionary: repeated ones are joined"

    private static let fields: [Scenario] = [
        head(
            "no-space-after-colon", "X:v", ["X": ["v"]], isRefused: true,
            because: "white space around a value is optional (RFC 9112 section 5)"),
        head("empty-value", "X:", ["X": [""]], because: "an empty value is a value (RFC 9110 section 5.5)"),
        head(
            "blank-value", "X:   ", ["X": [""]], isRefused: true,
            because: "surrounding white space is no part of a value (corelibs#4965)"),
        head("utf-8-value", "X: é€", ["X": ["é€"]], because: "bytes that are UTF-8 are read as such"),
        head(
            "repeated-cookies", "Set-Cookie: a=1\r\nset-cookie: b=2", ["Set-Cookie": ["a=1", "b=2"]], misses: folded,
            because: "Set-Cookie cannot be joined by commas (RFC 9110 section 5.3, corelibs#669)"),
        head(
            "comma-in-a-date", "Set-Cookie: a=1; Expires=Wed, 01 Jan 2020 00:00:00 GMT\r\nSet-Cookie: b=2",
            ["Set-Cookie": ["a=1; Expires=Wed, 01 Jan 2020 00:00:00 GMT", "b=2"]], misses: folded,
            because: "a date's comma is not the end of a cookie (corelibs#669)"),
        head(
            "names-in-any-case", "x-OdD: v", ["X-Odd": ["v"]],
            because: "names compare without case (RFC 9110 section 5.1)"),
        Scenario(
            "heads-latin-1-value", .heads,
            .script([
                .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: ".utf8) + [0xE9] + Array("\r\n\r\nok".utf8))
            ]),
            .reply(200, bytes: 2), because: "a byte that is not UTF-8 is read as Latin-1 (RFC 9110 section 5.5)"
        ).with {
            $0.reply.headers = ["X": ["\u{E9}"]]
            $0.divergences = [refused]
        },
    ]

    private static let interims: [Scenario] = [
        ("103-before-200", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
        ("100-nobody-asked-for", "HTTP/1.1 100 Continue\r\n\r\n"),
        ("three-interims", String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 3)),
    ].map { name, interim in
        Scenario(
            "heads-\(name)", .heads, .script([.send(interim + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")]),
            .reply(200, bytes: 2), because: "interim replies come before the final one (RFC 9110 section 15.2)"
        ).with { $0.reply.headers = ["Link": []] }
    }

    private static let manyFields = Scenario(
        "heads-200-fields", .heads,
        .script([
            .send("HTTP/1.1 200 OK\r\n" + (0..<200).map { "X-\($0): \($0)\r\n" }.joined() + "Content-Length: 0\r\n\r\n")
        ]),
        .reply(200, bytes: 0), because: "a long head within its budget is a head"
    ).with { $0.reply.headers = ["X-0": ["0"], "X-199": ["199"]] }

    private static let trap = "a trailer field traps the process, where it comes so far before the deadline"
    private static let ownLimit = "libcurl's own limit of 100 KB a line comes first, and Foundation does not say so"
    private static let noFraming = "no framing is seen through Foundation; only the deadline bounds it"

    /// Heads and trailers that have no end, or too much before it.
    private static let floods: [Scenario] = [
        Scenario(
            "framing-endless-interims", .framing, .script([.endless(Array("HTTP/1.1 102 Processing\r\n\r\n".utf8))]),
            .transport(.dataLengthExceedsMaximum), because: "interim replies count as head, all together"
        ),
        Scenario(
            "framing-endless-trailers", .framing,
            .script([
                .head(status: 200, ["Transfer-Encoding": "chunked"]), .send("2\r\nok\r\n0\r\n"),
                .endless(Array("X: \(String(repeating: "y", count: 100))\r\n".utf8)),
            ]),
            .transport(.dataLengthExceedsMaximum), because: "trailers count as head (cpython#150743)"
        ).with {
            $0.policy = FetchPolicy(budget: 1 << 20, deadline: .seconds(5))
            $0.divergences = [
                Divergence("urlsession", gives: [.crashed(SIGILL), .transport(.timedOut)], because: trap)
            ]
        },
        Scenario(
            "framing-5000-tiny-lines", .framing,
            .script([
                .send("HTTP/1.1 200 OK\r\n" + String(repeating: "X: aaaaaaaaaa\r\n", count: 5_000) + "\r\n"), .close,
            ]),
            .transport(.dataLengthExceedsMaximum),
            because: "75,000 bytes of small lines are over a head budget of 64 KiB"
        ).with {
            $0.divergences = [Divergence("urlsession", gives: [.reply(200, bytes: 0)], because: folded)]
        },
        Scenario(
            "framing-one-120-kb-line", .framing,
            .script([.send("HTTP/1.1 200 OK\r\nX: " + String(repeating: "y", count: 120_000) + "\r\n\r\n"), .close]),
            .transport(.dataLengthExceedsMaximum), because: "one long line is over the head budget like many short ones"
        ).with {
            $0.divergences = [Divergence("urlsession", gives: [.transport(.unknown)], because: ownLimit)]
        },
        Scenario(
            "framing-chunk-extensions", .framing,
            .script([
                .head(status: 200, ["Transfer-Encoding": "chunked"]),
                .endless(Array("1;x=\(String(repeating: "y", count: 15_000))\r\nz\r\n".utf8)),
            ]),
            .transport(.dataLengthExceedsMaximum),
            because: "15 KB of chunk extension for each byte of body is a flood (CVE-2023-39326)"
        ).with {
            $0.policy = FetchPolicy(budget: 1 << 20, deadline: .seconds(2))
            $0.divergences = [Divergence("urlsession", gives: [.transport(.timedOut)], because: noFraming)]
        },
    ]
}
