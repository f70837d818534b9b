import FetchKit
import FetchTesting
import Foundation
import Glibc
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RealServers {
    /// Many exchanges over few connections, and connections that end under them.
    @Suite(.needs("nginx", "openssl")) struct HTTP2Tests {
        private let authority: CertificateAuthority
        private let identity: CertificateAuthority.Identity
        private let client: RealClient

        init() async throws {
            authority = try await CertificateAuthority.make()
            identity = try await authority.sign("127.0.0.1")
            client = .curl(trusting: authority)
        }

        /// Each reply's body is what an nginx variable holds.
        private func start(saying variable: String, _ directives: String = "") async throws -> RealServer {
            try await Nginx.start(ports: 2) { ports in
                """
                \(identity.nginxDirectives)
                \(directives)
                server {
                    listen 127.0.0.1:\(ports[0]) ssl http2;
                    listen 127.0.0.1:\(ports[1]);
                    root .;
                    return 200 "\(variable)";
                }
                """
            }
        }

        /// The bodies of replies by how many came with each, and in the same way what came in place of a reply.
        private func bodies(
            of count: Int, atATime width: Int, from url: URL, each: @Sendable (Int) -> Void = { _ in }
        ) async throws -> [String: Int] {
            try await withThrowingTaskGroup(of: String.self) { group in
                var bodies: [String: Int] = [:]
                var (started, done) = (0, 0)
                func startNext() {
                    guard started < count else { return }
                    started += 1
                    group.addTask {
                        let diagnosis = Mutex<FetchDiagnosis?>(nil)
                        let request = URLRequest(url: url)
                        switch try await client.fetch(request, observer: { heard in diagnosis.withLock { $0 = heard } })
                        {
                        case .success(let reply) where reply.status == 200:
                            return String(decoding: reply.body, as: UTF8.self)
                        case .success(let reply): return "status \(reply.status)"
                        case .failure(let failure):
                            return "\(failure): \(diagnosis.withLock { "\(String(describing: $0))" })"
                        }
                    }
                }
                for _ in 0..<width { startNext() }
                for try await body in group {
                    bodies[body, default: 0] += 1
                    done += 1
                    each(done)
                    startNext()
                }
                return bodies
            }
        }

        private func url(_ server: RealServer, isSecure: Bool = true) throws -> URL {
            try #require(
                URL(string: isSecure ? "https://127.0.0.1:\(server.ports[0])/" : "http://127.0.0.1:\(server.ports[1])/")
            )
        }

        @Test func `a hundred at once share one connection`() async throws {
            try await start(saying: "$connection $server_protocol").use { server in
                let url = try url(server)
                _ = try await client.fetch(url).get()
                let bodies = try await bodies(of: 100, atATime: 100, from: url)
                #expect(bodies.count == 1 && bodies.values.first == 100, "\(bodies)")
                #expect(bodies.keys.first?.hasSuffix("HTTP/2.0") == true)
            }
        }

        @Test(arguments: [1, 8, 100]) func `a connection that says farewell after ten requests fails none`(
            width: Int
        ) async throws {
            try await start(saying: "$connection", "keepalive_requests 10;").use { server in
                let bodies = try await bodies(of: 100, atATime: width, from: try url(server))
                #expect(bodies.values.reduce(0, +) == 100)
                #expect(bodies.count >= 10, "\(bodies)")
                #expect(bodies.keys.allSatisfy { Int($0) != nil }, "\(bodies)")
            }
        }

        @Test(arguments: [true, false]) func `a reload under load fails none`(isSecure: Bool) async throws {
            try await start(saying: "$pid").use { server in
                var bodies: [String: Int] = [:]
                // nginx reloads when it gets to it, which may be after as many replies.
                for round in 1...20 where bodies.count < 2 {
                    let more = try await self.bodies(of: 2400, atATime: 16, from: try url(server, isSecure: isSecure)) {
                        done in
                        if done.isMultiple(of: 600) { server.send(SIGHUP) }
                    }
                    bodies.merge(more, uniquingKeysWith: +)
                    #expect(bodies.values.reduce(0, +) == 2400 * round)
                }
                #expect(bodies.keys.allSatisfy { Int($0) != nil }, "\(bodies)")
                #expect(bodies.count > 1, "nothing was reloaded: \(bodies)")
            }
        }

        @Test func `the budget is exact`() async throws {
            let server = try await Nginx.start { ports in
                """
                \(identity.nginxDirectives)
                server {
                    listen 127.0.0.1:\(ports[0]) ssl http2;
                    root .;
                    location /undeclared/ { alias ./; ssi on; ssi_types *; }
                }
                """
            }
            try await server.use { server in
                try server.addFile("file", size: 100_000)
                for path in ["file", "undeclared/file"] {
                    for (budget, end) in [
                        (100_000, RealCase.End.reply(200, bytes: 100_000)),
                        (99_999, .failure(.overBudget(limit: 99_999))),
                    ] {
                        try await RealCase("/\(path)", end).with { $0.policy = FetchPolicy(budget: budget) }
                            .check(on: .curl, client: client, scheme: "https", port: server.ports[0])
                    }
                }
            }
        }

        @Test func `a large body beside small ones, one of them cut, over one connection`() async throws {
            let server = try await Nginx.start { ports in
                """
                \(identity.nginxDirectives)
                server { listen 127.0.0.1:\(ports[0]) ssl http2; root .; location = / { return 200 "$connection"; } }
                """
            }
            try await server.use { server in
                try server.addFile("large", size: 1 << 30)
                let url = try #require(URL(string: "https://127.0.0.1:\(server.ports[0])/"))
                let first = try await client.fetch(url).get().body
                async let cut = client.fetch(
                    url.appending(path: "large"), policy: FetchPolicy(budget: .max, deadline: .milliseconds(300)))
                let bodies = try await bodies(of: 50, atATime: 5, from: url)
                guard case .failure(.transport(.timedOut)) = try await cut else {
                    Issue.record("a gigabyte in 300 ms")
                    return
                }
                #expect(bodies == [String(decoding: first, as: UTF8.self): 50])
                #expect(try await client.fetch(url).get().body == first, "the connection outlives one stream's end")
            }
        }
    }
}
