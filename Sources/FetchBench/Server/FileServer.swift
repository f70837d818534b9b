import FetchTesting
import Foundation

/// An nginx of the run's own: it serves files by their size, with a certificate of today.
struct FileServer {
    let version: String
    let ports: [Origin: Int]
    private let server: RealServer
    /// Holds the certificates' folder; `nil` where there is no https.
    private let authority: CertificateAuthority?

    /// Starts nginx; `nil` where it is not installed.
    static func start(serving sizes: Set<Int>) async throws -> FileServer? {
        guard let program = Nginx.program else { return nil }
        let authority = InstalledProgram("openssl") == nil ? nil : try await CertificateAuthority.make()
        let identity = try await authority?.sign("127.0.0.1")
        let origins: [Origin] = identity == nil ? [.plain] : [.plain, .http2, .http1]
        let server = try await Nginx.start(ports: origins.count) { ports in
            FileServerConfiguration(ports: Self.byOrigin(origins, ports), identity: identity).text
        }
        for size in sizes { try server.addFile("files/\(size)", size: size) }
        // It answers on standard error.
        let process = try ChildProcess(program.url, ["-v"])
        try process.start()
        _ = await process.end(within: .seconds(5))
        return FileServer(
            version: process.errors.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? "nginx",
            ports: byOrigin(origins, server.ports), server: server, authority: authority)
    }

    /// The certificate to trust; `nil` where it serves no https.
    var rootsFile: String? { authority?.rootsFile.path }

    func stop() async { await server.stop() }

    private static func byOrigin(_ origins: [Origin], _ ports: [Int]) -> [Origin: Int] {
        Dictionary(uniqueKeysWithValues: zip(origins, ports))
    }
}
