internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// What goes out on the wire, and what never does.
    static let requests: [Scenario] = methods + paths + fieldsSent + [nothingUninvited, largeUpload] + refused

    private static let answering: Script = [.awaitBody, .reply(body: "ok")]

    private static func request(
        _ name: String, _ request: ScenarioRequest, because reason: String, _ wire: (inout WireExpectation) -> Void
    ) -> Scenario {
        Scenario("requests-\(name)", .requests, .script(answering), .reply(200, bytes: 2), because: reason).with {
            $0.requests = [request]
            $0.wire.requests = 1
            wire(&$0.wire)
        }
    }

    // MARK: Methods and bodies

    private static let methods: [Scenario] =
        ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"].map { method in
            request(
                "\(method.lowercased())-with-a-body", ScenarioRequest(method, body: Data("hello".utf8)),
                because:
                    "a body goes out with its length, and without a wait for a 100 nobody sends (RFC 9110 section 10.1.1)"
            ) {
                $0.headers = ["Content-Length": ["5"], "Expect": [], "Transfer-Encoding": []]
                $0.body = Array("hello".utf8)
            }
        }
        + ["POST", "PUT"].map { method in
            request(
                "empty-\(method.lowercased())", ScenarioRequest(method),
                because: "a method that anticipates a body says that there is none (RFC 9110 section 8.6)"
            ) { $0.headers = ["Content-Length": ["0"]] }
        }
        + ["GET", "DELETE"].map { method in
            request(
                "\(method.lowercased())-without-a-body", ScenarioRequest(method),
                because: "a method that anticipates no body says nothing of one (RFC 9110 section 8.6)"
            ) {
                $0.headers = ["Content-Length": [], "Transfer-Encoding": []]
            }.with {
                guard method == "DELETE" else { return }
                let reason = "Foundation declares a body of no bytes for every method but GET and HEAD"
                $0.divergences = [Divergence("urlsession", misses: [.wire], because: reason)]
            }
        }

    private static let largeUpload = Scenario(
        "requests-put-20-mb", .requests, .script(answering), .reply(200, bytes: 2),
        because: "a body of any size arrives whole"
    ).with {
        $0.requests = [ScenarioRequest("PUT", body: Data(repeating: 0x61, count: 20_000_000))]
        $0.wire.headers = ["Content-Length": ["20000000"], "Expect": []]
        $0.wire.body = [UInt8](repeating: 0x61, count: 20_000_000)
    }

    // MARK: Paths

    private static let paths: [Scenario] = [
        ("dots", "/a/../b/./c"), ("double-slash", "//a//b"), ("encoded-slash", "/a%2Fb"), ("semicolon", "/a;v=1/b"),
        ("encoded-utf-8", "/%C3%A9%20x"), ("query", "/a?b=c&d=%26&e"),
        ("8-kb", "/" + String(repeating: "a", count: 8_000)),
    ].map { name, path in
        Scenario(
            "requests-path-\(name)", .requests, .script(answering), .reply(200, bytes: 2),
            because:
                "the target goes out as the caller wrote it; squashing it is the server's to do (RFC 9112 section 3.2)"
        ).with {
            $0.requests = [.get(path, headers: ["User-Agent": "u", "Accept": "a", "Accept-Encoding": "identity"])]
            $0.wire.target = path
            guard name == "dots" else { return }
            let reason = "Foundation leaves squashing on, which libcurl does by default"
            $0.divergences = [Divergence("urlsession", misses: [.wire], because: reason)]
        }
    }

    // MARK: Fields

    private static let fieldsSent: [Scenario] = [
        ("user-agent", "User-Agent", "mine/1"), ("accept-encoding", "Accept-Encoding", "identity"),
        ("host", "Host", "else.where"),
        ("accept", "Accept", "text/plain"),
    ].map { name, field, value in
        request(
            "own-\(name)", .get(headers: [field: value]), because: "what the caller sets wins over any default"
        ) { $0.headers = [field: [value]] }
    }

    private static let nothingUninvited = Scenario(
        "requests-nothing-uninvited", .requests, .script(.reply(headers: ["Set-Cookie": "a=1"], body: "ok")),
        .each([.reply(200, bytes: 2), .reply(200, bytes: 2)]),
        because: "nothing is kept from one exchange for the next: no cookie, no referer, no credentials"
    ).with {
        $0.requests = [.get(), .get()]
        $0.action = .sequence
        $0.wire.headers = ["Cookie": [], "Referer": [], "Authorization": [], "Proxy-Connection": []]
    }

    // MARK: Refused before anything is opened

    private static let refused: [Scenario] =
        [
            ("scheme-ftp", "ftp://127.0.0.1/", .unsupportedURL), ("scheme-file", "file:///etc/passwd", .unsupportedURL),
            ("scheme-data", "data:,x", .unsupportedURL), ("scheme-gopher", "gopher://127.0.0.1/", .unsupportedURL),
            ("no-host", "http:///x", .badURL), ("no-scheme", "//127.0.0.1/", .badURL),
            ("user-info", "http://user:secret@127.0.0.1/", .badURL), ("port-0", "http://127.0.0.1:0/", .badURL),
            ("port-99999", "http://127.0.0.1:99999/", .badURL),
        ].map { (name: String, url: String, code: URLError.Code) in
            Scenario(
                "requests-refused-\(name)", .requests, .script(answering), .transport(code),
                because: "a request that cannot be right is refused before anything is opened, alike on every backend"
            ).with {
                $0.requests = [.url(url)]
                $0.wire.connections = 0...0
            }
        }
        + [
            ("method-with-a-line-end", ScenarioRequest("GET\r\nX: y")),
            ("method-with-a-space", ScenarioRequest("GET /")),
            ("method-connect", ScenarioRequest("CONNECT")),
            ("head-with-a-body", ScenarioRequest("HEAD", body: Data("x".utf8))),
        ].map { (name: String, request: ScenarioRequest) in
            Scenario(
                "requests-refused-\(name)", .requests, .script(answering), .transport(.badURL),
                because:
                    "nothing that could break a head apart, or means another exchange, is sent (GHSA-v3r5-pjpm-mwgq)"
            ).with {
                $0.requests = [request]
                $0.wire.connections = 0...0
            }
        }
}
