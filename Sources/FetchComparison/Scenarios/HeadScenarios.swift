internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// What a reply's head says, and how much of it reaches the caller.
    static let heads: [Scenario] = fields + interims + [manyFields, order, trailers]

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

    private static let order = Scenario(
        "heads-order-kept", .heads,
        .script([.head(status: 200, ["Zeta": "1", "alpha": "2", "Mid": "3", "ALPHA": "4", "Content-Length": "0"])]),
        .reply(200, bytes: 0), because: "repeated fields mean something in their order alone (RFC 9110 section 5.3)"
    ).with {
        $0.reply.names = ["Zeta", "alpha", "Mid", "ALPHA", "Content-Length"]
        $0.divergences = [Divergence("urlsession", misses: [.reply], because: folded)]
    }

    private static let trailers = Scenario(
        "heads-trailers-stay-apart", .heads, .script([.chunked(["ok"], trailers: ["X": "late", "Location": "/x"])]),
        .reply(200, bytes: 2),
        because: "a trailer is not merged into the head, which has been acted upon (RFC 9110 section 6.5.1)"
    ).with {
        $0.reply.headers = ["X": [], "Location": []]
        $0.divergences = [
            Divergence("urlsession", gives: [.crashed(SIGILL)], because: "a trailer field traps the process")
        ]
    }
}
