internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// The three routes and the two faults that this kit grew out of.
    static let lesson: [Scenario] = lessonOutcomes + lessonAborts

    private static let mebibyte = 1 << 20

    /// 4 MiB without a length, framed by the close.
    private static let large: Script = [
        .head(status: 200, ["Content-Type": "application/octet-stream"]),
        .repeating([UInt8](repeating: 0x78, count: 4096), times: 1024), .close,
    ]

    private static let routes = Server.routes([
        "/redirect": [.reply(status: 302, headers: ["Location": "/small"])],
        "/small": [.reply(headers: ["Content-Type": "application/json"], body: #"{"ok":true}"#)],
        "/large": large,
    ])

    private static let lessonOutcomes = [
        Scenario(
            "lesson-redirect", .lesson, routes, .redirectRefused(302),
            because: "every redirect is refused and reported with its status; /small must never be asked for"
        ).with {
            $0.requests = [.get("/redirect")]
            $0.wire.requests = 1
        },
        Scenario(
            "lesson-small", .lesson, routes, .reply(200, bytes: 11),
            because: "a body within the budget is a reply, byte for byte"
        ).with {
            $0.requests = [.get("/small")]
            $0.reply.body = Array(#"{"ok":true}"#.utf8)
            $0.reply.headers = ["Content-Type": ["application/json"]]
        },
        Scenario(
            "lesson-large", .lesson, routes, .overBudget(mebibyte),
            because: "without a length only counting while reading can hold the budget (RFC 9112 section 6.3)"
        ).with { $0.requests = [.get("/large")] },
        Scenario(
            "lesson-three-routes", .lesson, routes,
            .each([.redirectRefused(302), .reply(200, bytes: 11), .overBudget(mebibyte), .reply(200, bytes: 11)]),
            because: "a refusal leaves the backend fit for the next request"
        ).with {
            $0.requests = [.get("/redirect"), .get("/small"), .get("/large"), .get("/small")]
            $0.action = .sequence
        },
    ]

    private static let lessonAborts = [
        Scenario(
            "lesson-cancel-large", .lesson,
            .script([.head(status: 200), .trickle("xxxxxxxx", every: .milliseconds(20), endless: true)]),
            .transport(.cancelled),
            because: "cancelling the task reaches the wire: the server sees the peer go within 100 ms"
        ).with {
            $0.action = .cancel(.bytesSent(100))
            $0.time = .zero ... .milliseconds(100)
            $0.wire.peerGoneWithin = .milliseconds(100)
        },
        Scenario(
            "lesson-understated-length", .lesson,
            // In one write: what is there when the body ends cannot be overlooked by luck.
            .script([
                .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello" + String(repeating: "surplus ", count: 512)),
                .endless(Array("surplus ".utf8)),
            ]),
            .each([.reply(200, bytes: 5), .reply(200, bytes: 5)]),
            because: "the body is the declared bytes and nothing more; what follows is no reply to anything, so the "
                + "connection is not used again (RFC 9112 section 6.3)"
        ).with {
            $0.requests = [.get(), .get()]
            $0.action = .sequence
            $0.reply.body = Array("hello".utf8)
            $0.wire.connections = 2...2
        },
    ]
}
