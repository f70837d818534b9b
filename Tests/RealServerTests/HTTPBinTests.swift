import FetchKit
import FetchTesting
import Foundation
import Testing

extension RealServers {
    /// The public test service, run here: both backends against what everybody tests clients with.
    @Suite(.needs("httpbin")) struct HTTPBinTests {
        /// Starts the service, and returns once it answers: it listens before it has loaded.
        private static func start() async throws -> RealServer {
            let server = try await RealServer.start(
                Installed.python,
                arguments: { ports in
                    [
                        "-m", "gunicorn", "httpbin:app", "-b", "127.0.0.1:\(ports[0])", "-k", "gthread", "--threads",
                        "32",
                    ]
                })
            let ready = RealCase("/status/200", .reply(200, bytes: 0)).with {
                $0.policy = FetchPolicy(budget: 0, idleTimeout: .seconds(30))
            }
            try await ready.check(on: .curl, client: .curl(), port: server.ports[0])
            return server
        }

        private static let statuses: [RealCase] =
            [200, 201, 204, 304, 400, 401, 403, 404, 418, 429, 500, 503].map { RealCase("/status/\($0)", .reply($0)) }
            + [301, 302, 303, 305, 307, 308].map { RealCase("/status/\($0)", .failure(.redirectRefused(status: $0))) }
            + [
                "/redirect/3", "/relative-redirect/3", "/absolute-redirect/3", "/redirect-to?url=/get",
                "/cookies/set?a=b",
            ]
            .map { RealCase($0, .failure(.redirectRefused(status: 302))) }

        private static let codings = [
            RealCase("/gzip", .reply(200, holding: "\"gzipped\": true")),
            RealCase("/deflate", .reply(200, holding: "\"deflated\": true")),
            RealCase("/encoding/utf8", .reply(200, holding: "∮ E⋅da = Q")),
            RealCase("/brotli", .failure(.transport(.cannotDecodeContentData))).with {
                $0.urlSession = (.reply(200, holding: "\"brotli\": true"), "Foundation decodes what its libcurl can")
            },
        ]

        private static let bodies = [
            RealCase("/bytes/1024", .reply(200, bytes: 1024)).with { $0.policy = FetchPolicy(budget: 1024) },
            RealCase("/bytes/1024", .failure(.overBudget(limit: 1023))).with { $0.policy = FetchPolicy(budget: 1023) },
            RealCase("/stream-bytes/50000?chunk_size=7", .reply(200, bytes: 50_000)),
            RealCase("/stream-bytes/50000", .failure(.overBudget(limit: 49_999))).with {
                $0.policy = FetchPolicy(budget: 49_999)
            },
            RealCase("/stream/20", .reply(200, holding: "\"id\": 19")),
            RealCase("/range/1024", .reply(206, bytes: 24, holding: "yzabc")).with {
                $0.headers = ["Range": "bytes=1000-"]
            },
            RealCase("/image/png", .reply(200, bytes: 8090)),
            RealCase("/etag/a", .reply(304, bytes: 0)).with { $0.headers = ["If-None-Match": "a"] },
            RealCase("/get", .reply(200, bytes: 0)).with { $0.method = "HEAD" },
        ]

        private static let credentials = [
            RealCase("/basic-auth/user/secret", .reply(401, bytes: 0)),
            RealCase("/basic-auth/user/secret", .reply(200, holding: "\"authenticated\": true")).with {
                $0.headers = ["Authorization": "Basic dXNlcjpzZWNyZXQ="]
            },
            RealCase("/digest-auth/auth/user/secret", .reply(401)),
            RealCase("/bearer", .reply(401)),
            RealCase("/bearer", .reply(200, holding: "\"token\": \"t\"")).with {
                $0.headers = ["Authorization": "Bearer t"]
            },
            RealCase("/cookies", .reply(200, holding: "\"cookies\": {}")),
        ]

        private static let requests: [RealCase] =
            ["PUT", "POST", "PATCH", "DELETE"].map { method in
                RealCase("/anything", .reply(200, holding: "\"method\": \"\(method)\"")).with { $0.method = method }
            } + [
                RealCase("/post", .reply(200, holding: "\"data\": \"{}\"")).with {
                    $0.method = "POST"
                    $0.headers = ["Content-Type": "application/json"]
                    $0.body = "{}"
                },
                RealCase("/anything/a%2Fb?q=1%202", .reply(200, holding: "\"q\": \"1 2\"")),
            ]

        private static let time = [
            RealCase("/delay/1", .reply(200)).with {
                $0.policy = FetchPolicy(budget: 1 << 20, idleTimeout: .seconds(8))
            },
            RealCase("/delay/8", .failure(.transport(.timedOut))).with {
                $0.policy = FetchPolicy(budget: 1 << 20, idleTimeout: .milliseconds(500))
            },
            // Four bytes in two seconds: never silent for as long as is granted, and too long for the deadline.
            RealCase("/drip?numbytes=4&duration=2&delay=0", .reply(200, bytes: 4)).with {
                $0.policy = FetchPolicy(budget: 4, idleTimeout: .seconds(8))
            },
            RealCase("/drip?numbytes=8&duration=8&delay=0", .failure(.transport(.timedOut))).with {
                $0.policy = FetchPolicy(budget: 8, idleTimeout: .seconds(8), deadline: .seconds(2))
            },
        ]

        @Test(arguments: ClientName.allCases) func `statuses, codings, bodies, credentials, methods and time`(
            client: ClientName
        ) async throws {
            try await Self.start().use { server in
                let cases =
                    Self.statuses + Self.codings + Self.bodies + Self.credentials + Self.requests + Self.time
                try await cases.check(on: client, port: server.ports[0])
            }
        }
    }
}
