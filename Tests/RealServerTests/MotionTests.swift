import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RealServers {
    /// Bodies in motion over TLS.
    @Suite(.needs("nginx", "openssl")) struct MotionTests {
        private let authority: CertificateAuthority
        private let identity: CertificateAuthority.Identity

        init() async throws {
            authority = try await CertificateAuthority.make()
            identity = try await authority.sign("127.0.0.1")
        }

        private func start() async throws -> RealServer {
            try await Nginx.start { ports in
                """
                \(identity.nginxDirectives)
                server {
                    listen 127.0.0.1:\(ports[0]) ssl http2;
                    root .;
                    client_max_body_size 1k;
                    location /upload { proxy_pass http://127.0.0.1:1/; }
                }
                """
            }
        }

        private func fetch(overHTTP2: Bool) -> BudgetedFetch {
            var options = CurlBackend.Options()
            options.trustedRootsFile = authority.rootsFile.path
            options.streamsOverHTTP2 = overHTTP2
            return BudgetedFetch(budget: 1 << 30, backend: CurlBackend(options: options))
        }

        @Test(arguments: [false, true])
        func `a stream that is held back again and again is whole`(overHTTP2: Bool) async throws {
            try await start().use { server in
                var content = Data(capacity: 8 << 20)
                // No two kilobytes are alike.
                for number in 0..<8192 { content += Data(String(number).utf8) + Data(count: 1020) }
                try content.write(to: server.folder.appending(path: "file"))
                let url = try #require(URL(string: "https://127.0.0.1:\(server.ports[0])/file"))
                let stream = try await fetch(overHTTP2: overHTTP2).stream(URLRequest(url: url), window: 32 * 1024)
                var body = Data()
                var pieces = 0
                for try await piece in stream.body {
                    body += piece
                    pieces += 1
                    // Long enough for the window to fill, so that each piece is a pause and a going on.
                    try await Task.sleep(for: .milliseconds(2))
                }
                #expect(pieces >= 100)
                #expect(body == content)
                #expect(stream.body.receipt?.httpVersion == (overHTTP2 ? "2" : "1.1"))
            }
        }

        @Test func `a 413 comes while twenty megabytes go up`() async throws {
            try await start().use { server in
                let url = try #require(URL(string: "https://127.0.0.1:\(server.ports[0])/upload"))
                let file = server.folder.appending(path: "upload")
                try Data(count: 20_000_000).write(to: file)
                let endless = AsyncStream<Data> { Data(count: 100_000) }
                for source in [UploadSource.data(Data(count: 20_000_000)), .file(file), .pieces(endless)] {
                    let reply = try await fetch(overHTTP2: false).upload(URLRequest(url: url), from: source)
                    #expect(reply.status == 413)
                    #expect(reply.receipt.sentBodyBytes < 20_000_000)
                }
            }
        }
    }
}
