internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// What goes out on the wire, and what never does.
    static let requests: [Scenario] =
        heads(of: ["GET", "HEAD", "POST"]) + methods + [largeUpload] + targets + fieldsSent + uninvited + streams
        + refusedRequests

    private static let answering: Script = [.awaitBody, .reply(body: "ok")]

    private static func request(
        _ name: String, _ request: ScenarioRequest, because reason: String, missing: String? = nil,
        script: Script = answering, _ wire: (inout WireExpectation) -> Void
    ) -> Scenario {
        Scenario(
            "requests-\(name)", .requests, .script(script), .reply(200, bytes: request.method == "HEAD" ? 0 : 2),
            because: reason
        ).with {
            $0.requests = [request]
            $0.wire.requests = 1
            wire(&$0.wire)
            if let missing { $0.divergences = [Divergence("urlsession", misses: [.wire], because: missing)] }
        }
    }

    // MARK: Methods and bodies

    /// The whole head, byte for byte.
    private static func heads(of methods: [String]) -> [Scenario] {
        methods.map { method in
            request(
                "\(method.lowercased())-byte-for-byte", ScenarioRequest(method, headers: ["User-Agent": "t"]),
                because: "Host comes first, and nothing goes out that has no meaning here (RFC 9110 section 7.2)",
                missing: "Foundation has its own fields and their order"
            ) {
                $0.head =
                    "\(method) / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate\r\n"
                    + "User-Agent: t\r\n" + (method == "POST" ? "Content-Length: 0\r\n" : "") + "\r\n"
            }
        }
    }

    private static let methods: [Scenario] =
        ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"].map { method in
            request(
                "\(method.lowercased())-with-a-body", ScenarioRequest(method, body: Data("hello".utf8)),
                because: "a body goes out with its length, and without a wait for a 100 nobody sends (RFC 9110 section "
                    + "10.1.1)"
            ) {
                $0.line = "\(method) / HTTP/1.1"
                $0.headers = ["Content-Length": ["5"], "Expect": [], "Transfer-Encoding": []]
                $0.body = Array("hello".utf8)
            }
        }
        + ["POST", "PUT", "PATCH"].map { method in
            request(
                "empty-\(method.lowercased())", ScenarioRequest(method),
                because: "a method that anticipates a body says that there is none (RFC 9110 section 8.6)"
            ) {
                $0.line = "\(method) / HTTP/1.1"
                $0.headers = ["Content-Length": ["0"]]
            }
        }
        + ["GET", "HEAD", "DELETE"].map { method in
            request(
                "\(method.lowercased())-without-a-body", ScenarioRequest(method),
                because: "a method that anticipates no body says nothing of one (RFC 9110 section 8.6)",
                missing: method == "DELETE" ? "Foundation declares a body of no bytes for all but GET and HEAD" : nil
            ) {
                $0.line = "\(method) / HTTP/1.1"
                $0.headers = ["Content-Length": [], "Transfer-Encoding": []]
            }
        }

    private static let largeUpload = request(
        "put-20-mb", ScenarioRequest("PUT", body: Data(repeating: 0x61, count: 20_000_000)),
        because: "a body of any size arrives whole, and libcurl's wait for a 100 is not for it"
    ) {
        $0.headers = ["Content-Length": ["20000000"], "Expect": []]
        $0.body = [UInt8](repeating: 0x61, count: 20_000_000)
    }

    // MARK: Targets

    private static let targets: [Scenario] =
        [
            ("dots", "/a/../b/./c"), ("double-slash", "//a//b"), ("encoded-slash", "/a%2Fb"), ("semicolon", "/a;v=1/b"),
            ("encoded-utf-8", "/%C3%A9%20x"), ("query", "/a?b=c&d=%26&e"), ("encoded-line-end", "/a%0D%0AX:y"),
            ("encoded-nul", "/a%00b"), ("8-kb", "/" + String(repeating: "a", count: 8_000)),
        ].map { name, path in
            request(
                "path-\(name)", .get(path),
                because: "the target goes out as the caller wrote it; squashing it is the server's to do (RFC 9112 "
                    + "section 3.2)",
                missing: name == "dots" ? "Foundation leaves squashing on, which libcurl does by default" : nil
            ) { $0.line = "GET \(path) HTTP/1.1" }
        }
        + [
            ("fragment", "/a?b#c", "/a?b", "a fragment is the client's own (RFC 9110 section 7.1)"),
            ("utf-8", "/\u{E9} x", "/%C3%A9%20x", "a URL encodes what it cannot hold (RFC 3986 section 2.1)"),
            (
                "line-end", "/a HTTP/1.1\r\nX: y", "/a%20HTTP/1.1%0D%0AX:%20y",
                "a URL encodes a line's end, so that none reaches the wire (RFC 3986 section 2.1)"
            ),
        ].map { name, path, target, reason in
            request("path-\(name)", .get(path), because: reason) { $0.line = "GET \(target) HTTP/1.1" }
        }
        + [
            request(
                "ipv6-host", .get(), because: "an IPv6 address stands in brackets (RFC 3986 section 3.2.2)"
            ) { $0.line = "GET / HTTP/1.1" }.with {
                $0.options.address = .ipv6
                $0.divergences = [
                    Divergence(
                        "urlsession", gives: [.transport(.badURL)], misses: [.wire],
                        because: "Foundation refuses such a URL")
                ]
            }
        ]

    // MARK: Fields

    private static let fieldsSent: [Scenario] =
        [
            ("own-user-agent", "User-Agent", "mine/1"), ("own-accept-encoding", "Accept-Encoding", "identity"),
            ("own-host", "Host", "else.where"), ("own-accept", "Accept", "text/plain"),
        ].map { name, field, value in
            request(name, .get(headers: [field: value]), because: "what the caller sets wins over any default") {
                $0.headers = [field: [value]]
            }
        } + [
            request(
                "own-content-length",
                ScenarioRequest("PUT", headers: ["Content-Length": "5"], body: Data("hello".utf8)),
                because: "what the caller sets is sent, once: two lengths are a fault (RFC 9112 section 6.3)"
            ) {
                $0.headers = ["Content-Length": ["5"]]
                $0.body = Array("hello".utf8)
            },
            request(
                "empty-field", .get(headers: ["X": ""]), because: "an empty value is a value (RFC 9110 section 5.5)"
            ) { $0.headers = ["X": [""]] },
            request(
                "repeated-field", .get(headers: ["X": "1,2"]),
                because: "URLRequest joins a repeated field by a comma, which means the same (RFC 9110 section 5.3)"
            ) { $0.headers = ["X": ["1,2"]] },
            request(
                "utf-8-field", .get(headers: ["X": "\u{E9}"]), because: "a value's bytes go out as they are"
            ) { $0.headers = ["X": ["\u{E9}"]] },
            request(
                "expect-asked-for",
                ScenarioRequest("PUT", headers: ["Expect": "100-continue"], body: Data("hello".utf8)),
                because: "a caller who asks whether the body is welcome gets to (RFC 9110 section 10.1.1)",
                script: [.send("HTTP/1.1 100 Continue\r\n\r\n"), .awaitBody, .reply(body: "ok")]
            ) {
                $0.headers = ["Expect": ["100-continue"]]
                $0.body = Array("hello".utf8)
            },
        ]

    private static let uninvited = [
        Scenario(
            "requests-nothing-uninvited", .requests, .script(.reply(headers: ["Set-Cookie": "a=1"], body: "ok")),
            .each([.reply(200, bytes: 2), .reply(200, bytes: 2)]),
            because: "nothing is kept from one exchange for the next: no cookie, no referer, no credentials"
        ).with {
            $0.requests = [.get(), .get()]
            $0.action = .sequence
            $0.wire.headers = ["Cookie": [], "Referer": [], "Authorization": [], "Proxy-Connection": []]
        }
    ]

    // MARK: Streams

    private static func streamed(_ stream: ScriptedStream.Script, headers: [String: String] = [:]) -> ScenarioRequest {
        var request = ScenarioRequest("POST", headers: headers)
        request.stream = stream
        return request
    }

    private static let streams: [Scenario] = [
        request(
            "stream-that-pauses", streamed(.init(["one ", "two ", "three"], pause: .milliseconds(200))),
            because: "a body whose length nobody knows goes out in chunks, as it comes (RFC 9112 section 7.1)"
        ) {
            $0.headers = ["Transfer-Encoding": ["chunked"], "Content-Length": []]
            $0.body = Array("one two three".utf8)
        }.with { $0.time = .milliseconds(600) ... .seconds(3) },
        request(
            "stream-of-declared-length", streamed(.init(["one ", "two"]), headers: ["Content-Length": "7"]),
            because: "a caller who knows the length may say it (RFC 9112 section 6.2)",
            missing: "Foundation sends every stream in chunks, beside the length that the caller set"
        ) {
            $0.headers = ["Transfer-Encoding": [], "Content-Length": ["7"]]
            $0.body = Array("one two".utf8)
        },
        Scenario(
            "requests-stream-that-fails", .requests, .script(answering), .transport(.requestBodyStreamExhausted),
            because: "a body that breaks off is never made to look whole (RFC 9112 section 8)"
        ).with {
            $0.requests = [streamed(.init(["one "], pause: .milliseconds(20), fails: true))]
            $0.policy = FetchPolicy(budget: 1 << 20, deadline: .seconds(3))
            $0.divergences = [Divergence("urlsession", gives: [.transport(.unknown)], because: measured)]
        },
    ]
}
