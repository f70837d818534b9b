internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Content codings: what is decoded, what is refused, and what only looks whole.
    static let coding: [Scenario] = offered + bodies + notOffered + framed + withoutBody

    private static let text = Array(String(repeating: "counted after decoding; ", count: 100).utf8)
    private static let member = GzipData.stored(text)
    private static let undecodable = Outcome.transport(.cannotDecodeContentData)

    private static func body(
        _ name: String, _ coding: String, _ bytes: [UInt8], _ expected: Outcome, urlsession: Set<Outcome>? = nil,
        why: String = "libcurl's own decoding is all Foundation has", because reason: String
    ) -> Scenario {
        Scenario(
            "coding-\(name)", .coding, .script([.reply(headers: ["Content-Encoding": coding], body: bytes)]), expected,
            because: reason
        ).with {
            if case .reply = expected { $0.reply.body = text }
            if let urlsession { $0.divergences = [Divergence("urlsession", gives: urlsession, because: why)] }
        }
    }

    private static let whole = Outcome.reply(200, bytes: text.count)

    private static let bodies: [Scenario] = [
        body("gzip", "gzip", member, whole, because: "gzip is offered and decoded (RFC 9110 section 8.4.1.3)"),
        body("x-gzip", "x-gzip", member, whole, because: "x-gzip is gzip (RFC 9110 section 8.4.1.3)"),
        body(
            "gzip-in-any-case", "GZip", member, whole, because: "codings compare without case (RFC 9110 section 8.4.1)"),
        body(
            "deflate", "deflate", GzipData.storedZlib(text), whole,
            because: "deflate is a zlib stream (RFC 9110 section 8.4.1.2)"),
        body(
            "deflate-without-zlib", "deflate", GzipData.storedDeflate(text), whole,
            because: "some servers send deflate without its wrapper (RFC 9110 section 8.4.1.2 notes it)"),
        body(
            "truncated-deflate", "deflate", Array(GzipData.storedZlib(text).dropLast(20)), undecodable,
            urlsession: [.reply(200, bytes: text.count - 16)],
            because: "a stream that is cut is not a reply, in any coding"),
        body(
            "gzip-twice", "gzip, gzip", GzipData.stored(member), undecodable, urlsession: [whole],
            because: "codings upon codings are not offered, and multiply what a few bytes can cost"),
        body(
            "junk-after-the-end", "gzip", member + Array("junk".utf8), undecodable,
            urlsession: [.transport(.unknown)],
            because: "what follows a member is a member (RFC 1952 section 2.2)"),
        body("identity", "identity", text, whole, because: "identity is no coding (RFC 9110 section 8.4.1)"),
        body(
            "several-members", "gzip", GzipData.stored(Array(text[..<1000])) + GzipData.stored(Array(text[1000...])),
            whole,
            urlsession: [.transport(.unknown)],
            because: "a gzip file is a series of members (RFC 1952 section 2.2, curl#22156)"),
        body(
            "truncated", "gzip", Array(member.dropLast(20)), undecodable,
            urlsession: [.reply(200, bytes: text.count - 12)],
            because: "a stream that is cut is not a reply; libcurl's own decoding calls it success"),
        body(
            "truncated-by-its-checksum", "gzip", Array(member.dropLast(8)), undecodable,
            urlsession: [whole], because: "the checksum is part of the stream (RFC 1952 section 2.3.1)"),
        body(
            "corrupted", "gzip", member.indices.map { $0 == member.count / 2 ? member[$0] ^ 0xFF : member[$0] },
            undecodable,
            urlsession: [.transport(.unknown)], because: "the checksum tells (RFC 1952 section 2.3.1)"),
        body(
            "label-without-coding", "gzip", text, undecodable, urlsession: [.transport(.unknown)],
            because: "bytes that are not gzip are not decoded as it"),
        body(
            "unknown", "foo", text, undecodable, urlsession: [.transport(.unknown)],
            because: "a body in an unknown coding is not the resource (RFC 9110 section 8.4)"),
    ]

    private static let asBuilt = "Foundation offers and decodes whatever the libcurl at hand was built with"

    private static let offered = [
        Scenario(
            "coding-offered", .coding, .script(.reply()), .reply(200, bytes: 0),
            because: "what is offered is what is decoded here, and no more (RFC 9110 section 12.5.3)"
        ).with {
            $0.wire.headers = ["Accept-Encoding": ["gzip, deflate"]]
            $0.divergences = [Divergence("urlsession", misses: [.wire], because: asBuilt)]
        }
    ]

    /// The text "hello" in codings that nobody asked for.
    private static let notOffered: [Scenario] = [
        ("br", [0x0b, 0x02, 0x80] + Array("hello".utf8) + [0x03]),
        ("zstd", [0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x05, 0x29, 0x00, 0x00] + Array("hello".utf8)),
    ].map { (coding: String, bytes: [UInt8]) in
        body(
            coding, coding, bytes, undecodable, urlsession: [.reply(200, bytes: 5), .transport(.unknown)],
            why: asBuilt,
            because:
                "\(coding) is not offered, so a server that sends it leaves nothing to decode (RFC 9110 section 8.4)")
    }

    /// Coded bodies without a length.
    private static let framed: [Scenario] =
        [("whole", member, whole), ("truncated", Array(member.dropLast(20)), undecodable)].flatMap {
            (what: String, bytes: [UInt8], expected: Outcome) in
            [
                (
                    "chunked",
                    [
                        .head(status: 200, ["Content-Encoding": "gzip", "Transfer-Encoding": "chunked"]),
                        .send("\(String(bytes.count, radix: 16))\r\n"), .send(bytes), .send("\r\n0\r\n\r\n"),
                    ] as Script
                ), ("closed", .closeDelimited(headers: ["Content-Encoding": "gzip"], body: bytes)),
            ].map { framing, script in
                Scenario(
                    "coding-\(what)-\(framing)", .coding, .script(script), expected,
                    because: "the coding has an end of its own, whatever frames it (RFC 9112 section 7)"
                ).with {
                    if expected == whole { $0.reply.body = text }
                    if expected != whole { $0.divergences = [cut] }
                }
            }
        }

    private static let cut = Divergence(
        "urlsession", gives: [.reply(200, bytes: text.count - 12)],
        because: "libcurl's own decoding is all Foundation has")

    private static let withoutBody: [Scenario] = [
        ("empty-reply", "GET", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n", 200),
        ("204", "GET", "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n", 204),
        ("304", "GET", "HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n", 304),
        ("head", "HEAD", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99\r\n\r\n", 200),
    ].map { name, method, head, status in
        Scenario(
            "coding-nothing-\(name)", .coding, .script([.send(head)]), .reply(status, bytes: 0),
            because: "where there is no body there is nothing to decode"
        ).with { $0.requests = [ScenarioRequest(method)] }
    }
}
