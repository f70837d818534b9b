import FetchKit
import FetchTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RealServers {
    /// A forward proxy that the environment names, and credentials that it holds: none is used.
    @Suite(.needs("nginx", "openssl", "tinyproxy", "curl")) struct ProxyTests {
        private static let user = "user"
        private static let password = "secret"

        private func startProxy() async throws -> RealServer {
            let program = try #require(InstalledProgram("tinyproxy"))
            return try await RealServer.start(program.url, arguments: { _ in ["-d", "-c", "proxy.conf"] }) { ports in
                [
                    "proxy.conf": """
                    Listen 127.0.0.1
                    Port \(ports[0])
                    BasicAuth \(Self.user) \(Self.password)
                    LogLevel Connect

                    """
                ]
            }
        }

        private func startOrigin(_ authority: CertificateAuthority) async throws -> RealServer {
            let identity = try await authority.sign("127.0.0.1")
            return try await Nginx.start(ports: 2) { ports in
                """
                \(identity.nginxDirectives)
                server {
                    listen 127.0.0.1:\(ports[0]);
                    listen 127.0.0.1:\(ports[1]) ssl http2;
                    return 200 "via=$http_via authorization=$http_authorization";
                }
                """
            }
        }

        /// A home with credentials for every server, and each variable that names a proxy.
        private func environment(_ proxy: RealServer) throws -> [String: String] {
            let netrc = "machine 127.0.0.1 login \(Self.user) password \(Self.password)\n"
            let file = proxy.folder.appending(path: ".netrc")
            try Data(netrc.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let names = ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"]
            let url = "http://\(Self.user):\(Self.password)@127.0.0.1:\(proxy.ports[0])"
            let nobody = ["no_proxy": "", "NO_PROXY": "", "HOME": proxy.folder.path, "NETRC": file.path]
            return nobody.merging(names.map { ($0, url) }) { $1 }
        }

        @Test func `the proxy works, with its credentials, for a client that heeds the environment`() async throws {
            let authority = try await CertificateAuthority.make()
            let curl = try #require(InstalledProgram("curl"))
            try await startOrigin(authority).use { origin in
                try await startProxy().use { proxy in
                    let tunnelled = try await curl.run(
                        ["-q", "-sS", "--cacert", authority.rootsFile.path, "https://127.0.0.1:\(origin.ports[1])/"],
                        environment: try environment(proxy))
                    #expect(tunnelled == "via= authorization=")
                    let forwarded = try await curl.run(
                        ["-q", "-sS", "http://127.0.0.1:\(origin.ports[0])/"], environment: try environment(proxy))
                    #expect(forwarded.contains("tinyproxy"))
                    #expect(Self.requests(seenBy: proxy) == 2)
                    #expect(proxy.log.contains("CONNECT 127.0.0.1:\(origin.ports[1])"), "\(proxy.log)")
                }
            }
        }

        @Test func `libcurl uses neither a proxy nor credentials of the environment`() async throws {
            let (plain, secure, asked) = try await fetchBoth(backend: "curl")
            #expect(plain == "via= authorization=")
            // Not trusted, which only who has spoken to the origin itself can tell.
            #expect(secure == .transport(.serverCertificateHasUnknownRoot))
            #expect(asked == 0)
        }

        @Test func `URLSession on Linux uses the environment's proxy, and cannot be told not to`() async throws {
            let (plain, _, asked) = try await fetchBoth(backend: "urlsession")
            #expect(plain?.contains("tinyproxy") == true)
            #expect(asked > 0)
        }

        /// Fetches over http and https in an environment that names the proxy: the first's body, the second's failure, and
        /// how many requests the proxy saw.
        private func fetchBoth(backend: String) async throws -> (plain: String?, secure: FetchFailure?, asked: Int) {
            let authority = try await CertificateAuthority.make()
            var ends: [Result<FetchReply, FetchFailure>] = []
            var asked = 0
            try await startOrigin(authority).use { origin in
                try await startProxy().use { proxy in
                    let child = FetchChild(backend: backend, environment: try environment(proxy))
                    for (scheme, port) in zip(["http", "https"], origin.ports) {
                        let url = try #require(URL(string: "\(scheme)://127.0.0.1:\(port)/"))
                        ends.append(try await child.fetch(URLRequest(url: url), policy: FetchPolicy(budget: 1024)))
                    }
                    asked = Self.requests(seenBy: proxy)
                }
            }
            var secure: FetchFailure?
            if case .failure(let failure) = ends[1] { secure = failure }
            return (try? String(decoding: ends[0].get().body, as: UTF8.self), secure, asked)
        }

        private static func requests(seenBy proxy: RealServer) -> Int {
            proxy.log.split(separator: "\n").count { $0.contains("Request (file descriptor") }
        }
    }
}
