import FetchKit
import FetchTesting
import Foundation
import Testing

extension RealServers {
    /// A server that most of the web runs, without TLS, on both backends.
    @Suite(.needs("nginx")) struct NginxTests {
        private static let text = String(repeating: "text that packs well, ", count: 3000)

        private static func start() async throws -> RealServer {
            try await Nginx.start(files: ["text": text]) { ports in
                """
                gzip on; gzip_types *; gzip_min_length 1;
                server {
                    listen 127.0.0.1:\(ports[0]);
                    root .;
                    location /plain { alias text; gzip off; }
                    location /big-head/ { \(fields(12)) return 200 "ok"; }
                    location /bigger-head/ { \(fields(20)) return 200 "ok"; }
                    location /undeclared/ { alias files/; gzip off; ssi on; ssi_types *; }
                    location /files/ { gzip off; }
                    location /moved { return 301 /text; }
                    location /gone { return 410 "gone"; }
                    location /nothing { return 204; }
                    location /closed { return 444; }
                }
                """
            }
        }

        /// Fields of 4 KB each, about as long as nginx takes.
        private static func fields(_ count: Int) -> String {
            (0..<count).map { "add_header X-\($0) \(String(repeating: "x", count: 4000));" }.joined(separator: " ")
        }

        private static let cases: [RealCase] = [
            RealCase("/text", .reply(200, bytes: text.utf8.count, holding: "text that packs well, ")),
            RealCase("/text", .reply(200, bytes: text.utf8.count)).with {
                $0.policy = FetchPolicy(budget: text.utf8.count)
            },
            RealCase("/text", .failure(.overBudget(limit: text.utf8.count - 1))).with {
                $0.policy = FetchPolicy(budget: text.utf8.count - 1)
            },
            RealCase("/text", .reply(200, bytes: 0)).with { $0.method = "HEAD" },
            RealCase("/plain", .reply(206, bytes: 100, holding: "text that packs well, ")).with {
                $0.headers = ["Range": "bytes=0-99"]
            },
            RealCase("/plain", .reply(206, bytes: 7)).with { $0.headers = ["Range": "bytes=-7"] },
            RealCase("/plain", .reply(206, holding: "Content-Range: bytes 10-19/66000")).with {
                $0.headers = ["Range": "bytes=0-9,10-19"]
            },
            RealCase("/plain", .reply(416)).with { $0.headers = ["Range": "bytes=100000-"] },
            RealCase("/plain", .reply(206, bytes: 100)).with {
                $0.headers = ["Range": "bytes=100-199", "If-Unmodified-Since": "Wed, 01 Jan 2200 00:00:00 GMT"]
            },
            RealCase("/plain", .reply(412)).with { $0.headers = ["If-Match": "\"other\""] },
            RealCase("/big-head/", .reply(200, bytes: 2)),
            RealCase("/bigger-head/", .failure(.transport(.dataLengthExceedsMaximum))),
            RealCase("/moved", .failure(.redirectRefused(status: 301))),
            RealCase("/gone", .reply(410, bytes: 4)),
            RealCase("/nothing", .reply(204, bytes: 0)),
            RealCase("/closed", .failure(.transport(.networkConnectionLost))).with {
                $0.urlSession = (
                    .failure(.transport(.badServerResponse)),
                    "Foundation has one code for a reply that never came and a bad one"
                )
            },
            RealCase("/absent", .reply(404)),
            RealCase("/text", .reply(405)).with {
                $0.method = "POST"
                $0.body = "a=b"
            },
            RealCase("/files/1g", .failure(.overBudget(limit: 1 << 20))),
            RealCase("/undeclared/1g", .failure(.overBudget(limit: 1 << 20))),
            RealCase("/undeclared/32m", .reply(200, bytes: 32 << 20)).with {
                $0.policy = FetchPolicy(budget: 32 << 20)
            },
        ]

        @Test(arguments: ClientName.allCases) func `codings, ranges, large heads and large bodies`(
            client: ClientName
        ) async throws {
            try await Self.start().use { server in
                for (name, size) in [("1g", 1 << 30), ("32m", 32 << 20)] {
                    try server.addFile("files/\(name)", size: size)
                }
                try await Self.cases.check(on: client, port: server.ports[0])
            }
        }

        /// URLSession on Linux is not asked: it takes more than 90 s for it.
        @Test func `a quarter of a gigabyte, whole`() async throws {
            try await Self.start().use { server in
                try server.addFile("files/256m", size: 256 << 20)
                let whole = RealCase("/files/256m", .reply(200, bytes: 256 << 20)).with {
                    $0.policy = FetchPolicy(budget: 256 << 20)
                }
                try await [whole].check(on: .curl, port: server.ports[0])
            }
        }
    }
}
