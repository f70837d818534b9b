import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Testing

extension RealServers {
    /// Who is trusted and who is not, over the certificates that servers really show.
    @Suite(.needs("nginx", "openssl")) struct TLSTests {
        /// One server of the fixture, by its place among the ports.
        private enum Place: Int, CaseIterable {
            case trusted, stranger, expired, otherHost, selfSigned, oldProtocol, clientCertificate
        }

        private let authority: CertificateAuthority
        private let stranger: CertificateAuthority
        private let identities: [CertificateAuthority.Identity]

        init() async throws {
            authority = try await CertificateAuthority.make()
            stranger = try await CertificateAuthority.make()
            let trusted = try await authority.sign("127.0.0.1")
            identities = [
                trusted,
                try await stranger.sign("127.0.0.1"),
                try await authority.sign("127.0.0.1", days: -1),
                try await authority.sign("elsewhere", for: ["DNS:elsewhere.invalid"]),
                try await authority.selfSign("127.0.0.1"),
                trusted,
                trusted,
            ]
        }

        private func start() async throws -> RealServer {
            try await Nginx.start(ports: Place.allCases.count) { ports in
                Place.allCases.map { place in
                    let more =
                        switch place {
                        case .oldProtocol: "ssl_protocols TLSv1.1; ssl_ciphers DEFAULT@SECLEVEL=0;"
                        case .clientCertificate:
                            "ssl_verify_client on; ssl_client_certificate \(authority.rootsFile.path);"
                        default: ""
                        }
                    return """
                        server {
                            listen 127.0.0.1:\(ports[place.rawValue]) ssl;
                            \(identities[place.rawValue].nginxDirectives)
                            \(more)
                            return 200 "over $ssl_protocol";
                        }
                        """
                }.joined(separator: "\n")
            }
        }

        private static let cases: [(Place, RealCase.End)] = [
            (.trusted, .reply(200, holding: "over TLSv1.")),
            (.stranger, .failure(.transport(.serverCertificateHasUnknownRoot))),
            (.expired, .failure(.transport(.serverCertificateHasBadDate))),
            (.otherHost, .failure(.transport(.serverCertificateUntrusted))),
            (.selfSigned, .failure(.transport(.serverCertificateHasUnknownRoot))),
            (.oldProtocol, .failure(.transport(.secureConnectionFailed))),
            // nginx finishes the handshake and says it in words (RFC 9110 section 15.5.1).
            (.clientCertificate, .reply(400, holding: "No required SSL certificate was sent")),
        ]

        @Test func `libcurl trusts the file it is given, and says why it does not trust`() async throws {
            try await start().use { server in
                let client = RealClient.curl(trusting: authority)
                for (place, end) in Self.cases {
                    try await RealCase("/\(place)", end).check(
                        on: .curl, client: client, scheme: "https", port: server.ports[place.rawValue])
                }
            }
        }

        @Test func `a backend trusts nobody but the authorities it is given`() async throws {
            try await start().use { server in
                for name in ClientName.allCases {
                    // The system's own do not know this one. URLSession on Linux can be given no other.
                    try await RealCase("/", .failure(.transport(.serverCertificateHasUnknownRoot)))
                        .with {
                            $0.urlSession = (
                                .failure(.transport(.unknown)),
                                "Foundation on Linux has no code for a certificate that is not trusted"
                            )
                        }
                        .check(
                            on: name, client: name.client, scheme: "https", port: server.ports[Place.trusted.rawValue])
                }
            }
        }

        @Test func `a file of authorities that cannot be read trusts nobody`() async throws {
            try await start().use { server in
                var options = CurlBackend.Options()
                options.trustedRootsFile = "/nowhere/roots.pem"
                try await RealCase("/", .failure(.transport(.secureConnectionFailed))).check(
                    on: .curl, client: .curl(CurlBackend(options: options)), scheme: "https",
                    port: server.ports[Place.trusted.rawValue])
            }
        }

        @Test(arguments: ClientName.allCases) func `https to a port that speaks http, and the other way round`(
            name: ClientName
        ) async throws {
            let server = try await Nginx.start(ports: 2) { ports in
                """
                \(identities[0].nginxDirectives)
                server { listen 127.0.0.1:\(ports[0]); return 200 "plain"; }
                server { listen 127.0.0.1:\(ports[1]) ssl; return 200 "secure"; }
                """
            }
            try await server.use { server in
                try await RealCase("/", .failure(.transport(.secureConnectionFailed)))
                    .with {
                        $0.urlSession = (
                            .failure(.transport(.unknown)), "Foundation on Linux has no code for a failed handshake"
                        )
                    }
                    .check(on: name, client: name.client, scheme: "https", port: server.ports[0])
                try await RealCase("/", .reply(400, holding: "plain HTTP request was sent to HTTPS port")).check(
                    on: name, client: name.client, scheme: "http", port: server.ports[1])
            }
        }
    }
}
