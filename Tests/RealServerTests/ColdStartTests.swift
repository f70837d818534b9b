import FetchKit
import FetchTesting
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RealServers {
    /// Many exchanges at once to an origin that nothing is known of yet.
    @Suite(.needs("nginx", "openssl")) struct ColdStartTests {
        private let authority: CertificateAuthority
        private let identity: CertificateAuthority.Identity

        init() async throws {
            authority = try await CertificateAuthority.make()
            identity = try await authority.sign("127.0.0.1")
        }

        private func start(_ protocols: String, in front: LoopbackServer) async throws -> RealServer {
            try await Nginx.start { ports in
                """
                \(identity.nginxDirectives)
                server {
                    listen 127.0.0.1:\(ports[0]) ssl \(protocols);
                    root .;
                    location = / { return 200 "$connection"; }
                    location /slow { proxy_pass \(front.url().absoluteString); proxy_buffering off; }
                }
                """
            }
        }

        private func connections(of count: Int, at url: URL, _ client: RealClient) async throws -> Set<Data> {
            try await withThrowingTaskGroup(of: Data.self) { group in
                for _ in 0..<count { group.addTask { try await client.fetch(url).get().body } }
                return try await group.reduce(into: []) { $0.insert($1) }
            }
        }

        @Test func `sixty-four starts share one connection of HTTP/2`() async throws {
            let slow = try LoopbackServer([.stall])
            try await start("http2", in: slow).use { server in
                let url = try #require(URL(string: "https://127.0.0.1:\(server.ports[0])/"))
                let client = RealClient.curl(trusting: authority)
                let bodies = try await connections(of: 64, at: url, client)
                #expect(bodies.count == 1)
            }
        }

        @Test func `starts to HTTP/1.1 wait for the first connection, not for its reply`() async throws {
            let slow = try LoopbackServer([.head(status: 200), .send("never"), .stall])
            try await start("", in: slow).use { server in
                let url = try #require(URL(string: "https://127.0.0.1:\(server.ports[0])/"))
                let client = RealClient.curl(trusting: authority)
                let stalled = Task { try await client.fetch(url.appending(path: "slow")) }
                _ = await slow.journal.requests(count: 1, within: .seconds(5))
                // That they end at all shows it; on how many connections depends on how fast this process starts them.
                _ = try await connections(of: 32, at: url, client)
                stalled.cancel()
                guard case .failure(.transport(.cancelled)) = try await stalled.value else {
                    Issue.record("the first reply had come to its end")
                    return
                }
            }
        }

        @Test func `starts wait a second at most for a connection that does not come about`() async throws {
            // Accepted by the kernel, and no handshake.
            var options = LoopbackServer.Options()
            options.accepting = .none
            let silent = try LoopbackServer([.stall], options: options)
            let url = try #require(URL(string: "https://127.0.0.1:\(silent.port)/"))
            let client = RealClient.curl(trusting: authority)
            let policy = FetchPolicy(budget: 10, idleTimeout: .milliseconds(600), deadline: .seconds(10))
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Result<FetchReply, FetchFailure>.self) { group in
                for _ in 0..<8 { group.addTask { try await client.fetch(url, policy: policy) } }
                for try await answer in group {
                    guard case .failure(.transport(.timedOut)) = answer else {
                        Issue.record("\(answer)")
                        return
                    }
                }
            }
            // The first is silent for 0.6 s, and the rest have their own time after it.
            #expect((Duration.milliseconds(1200)...Duration.seconds(5)).contains(start.duration(to: .now)))
        }
    }
}
