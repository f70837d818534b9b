internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Redirects: refused by the status alone, at the head, with nothing sent anywhere.
    static let redirects: [Scenario] =
        redirectStatuses + redirectLocations + redirectNeighbours + redirectBodies + redirectLeaks

    private static func redirect(
        _ name: String, _ status: Int, _ fields: KeyValuePairs<String, String>, because reason: String
    ) -> Scenario {
        Scenario(
            "redirects-\(name)", .redirects, .script([.reply(status: status, headers: fields, body: "moved")]),
            .redirectRefused(status), because: reason
        ).with {
            $0.wire.requests = 1
            $0.wire.connections = 1...1
        }
    }

    private static let redirectStatuses = [301, 302, 303, 305, 307, 308].map { status in
        redirect(
            "status-\(status)", status, ["Location": "/elsewhere"],
            because: "RFC 9110 section 15.4: \(status) sends the client elsewhere, which the caller alone may decide")
    }

    private static let redirectLocations = [
        redirect(
            "location-absolute", 302, ["Location": "http://127.0.0.1:1/elsewhere"],
            because: "an absolute Location would move the request to another origin (RFC 9110 section 10.2.2)"),
        redirect(
            "location-file", 302, ["Location": "file:///etc/passwd"],
            because: "a server must not choose what is read from this machine"),
        redirect("location-empty", 302, ["Location": ""], because: "the status alone is refused"),
        redirect(
            "location-unparsable", 302, ["Location": "http://[::bad]:port/%zz"],
            because: "a Location that no parser accepts is still a redirect"),
        redirect("location-absent", 302, [:], because: "without a Location the status is still a redirect's"),
        redirect(
            "location-twice", 302, ["Location": "/first", "Location": "/second"],
            because: "two Location fields are chosen between by each client in its own way (curl#19130); none is taken"),
        redirect(
            "location-scheme-relative", 307, ["Location": "//127.0.0.1:1/elsewhere"],
            because: "a reference without a scheme names another host (RFC 3986 section 4.2)"),
    ]

    private static let redirectNeighbours = [
        Scenario(
            "redirects-300-is-a-reply", .redirects,
            .script([.reply(status: 300, headers: ["Location": "/elsewhere"], body: "pick")]), .reply(300, bytes: 4),
            because: "300 offers a choice and sends nobody anywhere (RFC 9110 section 15.4.1)"
        ).with { $0.wire.requests = 1 },
        Scenario(
            "redirects-304-is-a-reply", .redirects,
            .script([.head(status: 304, ["Location": "/elsewhere", "ETag": "\"a\""])]), .reply(304, bytes: 0),
            because: "304 answers a condition and has no body (RFC 9110 section 15.4.5)"
        ).with { $0.wire.requests = 1 },
        Scenario(
            "redirects-201-with-location", .redirects,
            .script([.reply(status: 201, headers: ["Location": "/made"], body: "made")]), .reply(201, bytes: 4),
            because: "in a 201, Location names what was made (RFC 9110 section 15.3.2)"
        ).with {
            $0.requests = [ScenarioRequest("POST", body: Data("make".utf8))]
            $0.reply.headers = ["Location": ["/made"]]
            $0.wire.requests = 1
        },
    ]

    private static let toldAtTheEnd =
        "Foundation on Linux tells of a redirect only after its whole body, so that the deadline alone bounds it"

    private static let redirectBodies = [
        Scenario(
            "redirects-endless-body", .redirects,
            .script([.head(status: 302, ["Location": "/elsewhere"]), .endless(Array("moved ".utf8))]),
            .redirectRefused(302),
            because: "the head says it all: a redirect is refused there, however long its body is"
        ).with {
            $0.policy = FetchPolicy(budget: 1 << 20, deadline: .seconds(5))
            $0.time = .zero ... .seconds(2)
            $0.wire.maxBytesSent = 12 << 20
            $0.wire.peerGoneWithin = .milliseconds(500)
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [.transport(.timedOut)], misses: [.time, .wire], because: toldAtTheEnd)
            ]
        },
        Scenario(
            "redirects-body-never-comes", .redirects,
            .script([.head(status: 302, ["Location": "/elsewhere", "Content-Length": "10"]), .stall]),
            .redirectRefused(302), because: "a redirect is refused at its head, not at the end of a body"
        ).with {
            $0.policy = FetchPolicy(budget: 1 << 20, deadline: .seconds(5))
            $0.time = .zero ... .seconds(2)
            $0.wire.peerGoneWithin = .milliseconds(500)
            $0.divergences = [
                Divergence("urlsession", gives: [.transport(.timedOut)], misses: [.time], because: toldAtTheEnd)
            ]
        },
        Scenario(
            "redirects-body-over-budget", .redirects,
            .script([.reply(status: 302, headers: ["Location": "/"], body: String(repeating: "m", count: 4096))]),
            .redirectRefused(302), because: "the status is known before the length is looked at"
        ).with { $0.policy = FetchPolicy(budget: 16) },
    ]

    private static let redirectLeaks = [
        Scenario(
            "redirects-303-to-a-post", .redirects,
            .routes(["/form": [.awaitBody, .reply(status: 303, headers: ["Location": "/result"])]]),
            .redirectRefused(303),
            because: "303 would turn the POST into a GET elsewhere (RFC 9110 section 15.4.4); the caller decides"
        ).with {
            $0.requests = [ScenarioRequest("POST", "/form", body: Data("a=1".utf8))]
            $0.wire.requests = 1
            $0.wire.body = Array("a=1".utf8)
        },
        Scenario(
            "redirects-credentials-stay", .redirects,
            .routes([
                "/": [
                    .reply(status: 302, headers: ["Location": "http://user:secret@127.0.0.1/x", "Set-Cookie": "a=b"])
                ],
                "/next": [.reply(body: "ok")],
            ]),
            .each([.redirectRefused(302), .reply(200, bytes: 2)]),
            because: "what a redirect carries goes nowhere: no cookie, no credential in the next request"
        ).with {
            $0.requests = [.get("/", headers: ["Authorization": "Bearer t"]), .get("/next")]
            $0.action = .sequence
            $0.wire.requests = 2
        },
        Scenario(
            "redirects-40-in-parallel", .redirects,
            .script([.reply(status: 302, headers: ["Location": "/elsewhere"])]),
            .tally([.redirectRefused(302): 40]),
            because: "many at once to one host each get their own answer (swift-corelibs-foundation#5445)"
        ).with {
            $0.action = .parallel(40)
            $0.wire.requests = 40
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [.tally([.redirectRefused(302): 40]), .crashed(SIGILL)],
                    because: "Foundation on Linux races with itself over redirects and traps: measured in 5 of 12 runs")
            ]
        },
    ]
}
