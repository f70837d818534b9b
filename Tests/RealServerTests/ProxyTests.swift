import FetchKit
import FetchTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
                #expect(proxy.log.contains("CONNECT"), "\(proxy.log)")
            }
        }
    }

    @Test(arguments: ClientName.allCases) func `neither a proxy nor credentials of the environment are used`(
        name: ClientName
    ) async throws {
        let authority = try await CertificateAuthority.make()
        try await startOrigin(authority).use { origin in
            try await startProxy().use { proxy in
                let log = proxy.log
                let child = FetchChild(backend: name.rawValue.lowercased(), environment: try environment(proxy))
                let url = try #require(URL(string: "http://127.0.0.1:\(origin.ports[0])/"))
                let reply = try await child.fetch(URLRequest(url: url), policy: FetchPolicy(budget: 1024)).get()
                #expect(String(decoding: reply.body, as: UTF8.self) == "via= authorization=")
                // Not trusted, which only who has spoken to the origin itself can tell.
                let secure = try #require(URL(string: "https://127.0.0.1:\(origin.ports[1])/"))
                let result = try await child.fetch(URLRequest(url: secure), policy: FetchPolicy(budget: 1024))
                let expected: URLError.Code =
                    name == .curl ? .serverCertificateHasUnknownRoot : .serverCertificateUntrusted
                guard case .failure(.transport(expected)) = result else {
                    Issue.record("\(result)")
                    return
                }
                #expect(proxy.log == log)
            }
        }
    }
}
