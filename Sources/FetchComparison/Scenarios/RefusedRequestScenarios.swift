internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Requests that are refused before anything is opened, alike on every backend.
    static let refusedRequests: [Scenario] = refusedURLs + refusedHeads

    private static func refused(
        _ name: String, _ request: ScenarioRequest, _ code: URLError.Code, because reason: String
    ) -> Scenario {
        Scenario("requests-refused-\(name)", .requests, .script(.reply()), .transport(code), because: reason).with {
            $0.requests = [request]
            $0.wire.connections = 0...0
        }
    }

    private static let refusedURLs: [Scenario] = [
        ("scheme-ftp", "ftp://127.0.0.1/", .unsupportedURL), ("scheme-file", "file:///etc/passwd", .unsupportedURL),
        ("scheme-data", "data:,x", .unsupportedURL), ("scheme-gopher", "gopher://127.0.0.1/", .unsupportedURL),
        ("no-host", "http:///x", .badURL), ("no-scheme", "//127.0.0.1/", .badURL),
        ("user-info", "http://user:secret@127.0.0.1/", .badURL), ("port-0", "http://127.0.0.1:0/", .badURL),
        ("port-99999", "http://127.0.0.1:99999/", .badURL),
    ].map { (name: String, url: String, code: URLError.Code) in
        refused(
            name, .url(url), code,
            because: "a URL that names no HTTP server, or holds credentials, is refused (RFC 9110 section 4.2)")
    }

    private static let refusedHeads: [Scenario] =
        [
            ("method-with-a-line-end", ScenarioRequest("GET\r\nX: y")),
            ("method-with-a-nul", ScenarioRequest("GET\u{0}")),
            ("method-with-a-space", ScenarioRequest("GET /")),
            ("name-with-a-line-end", .get(headers: ["X: y\r\nZ": "1"])),
            ("name-with-a-space", .get(headers: ["X Y": "1"])),
            ("name-with-a-nul", .get(headers: ["X\u{0}": "1"])),
            ("empty-name", .get(headers: ["": "1"])),
            ("value-with-a-line-end", .get(headers: ["X": "a\r\nY: b"])),
            ("value-with-a-line-feed", .get(headers: ["X": "a\nY: b"])),
            ("value-with-a-carriage-return", .get(headers: ["X": "a\rY: b"])),
            ("value-with-a-nul", .get(headers: ["X": "a\u{0}b"])),
        ].map { (name: String, request: ScenarioRequest) in
            refused(
                name, request, .badURL,
                because: "what could break a head apart is never sent (RFC 9110 section 5.5, GHSA-v3r5-pjpm-mwgq)")
        } + [
            refused(
                "method-connect", ScenarioRequest("CONNECT"), .badURL,
                because: "CONNECT asks for a tunnel, not for a reply (RFC 9110 section 9.3.6)"),
            refused(
                "head-with-a-body", ScenarioRequest("HEAD", body: Data("x".utf8)), .badURL,
                because: "a body in a HEAD request has no meaning (RFC 9110 section 9.3.2)"),
        ]
}
