import FetchCurl
import FetchKit
import FetchTesting
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An nginx of the run's own: its folder holds the configuration, a certificate of today and the files it serves.
struct Nginx {
    let version: String
    let ports: [Origin: Int]
    /// The certificate it shows; `nil` where it serves no https.
    let rootsFile: String?
    private let process: ChildProcess

    /// Starts nginx; `nil` where it is not installed.
    static func start(serving sizes: Set<Int>, in folder: URL) async throws -> Nginx? {
        guard let program = Program.path(of: "nginx") else { return nil }
        let certificate = try await makeCertificate(in: folder)
        let origins: [Origin] = certificate == nil ? [.plain] : [.plain, .http2, .http1]
        let ports = try Dictionary(uniqueKeysWithValues: zip(origins, freePorts(origins.count)))
        for size in sizes { try makeFile(of: size, in: folder.appending(path: "files")) }
        try Data(NginxConfiguration(ports: ports).text.utf8).write(to: folder.appending(path: "nginx.conf"))
        let process = try ChildProcess(
            program, ["-p", folder.path, "-c", "nginx.conf", "-e", folder.appending(path: "error.log").path])
        try process.start()
        let nginx = Nginx(
            version: try await version(of: program), ports: ports, rootsFile: certificate?.path, process: process)
        try await nginx.waitUntilItServes()
        return nginx
    }

    func stop() async {
        process.send(SIGTERM)
        _ = await process.end(within: .seconds(2))
    }

    private func waitUntilItServes() async throws {
        let fetch = BudgetedFetch(budget: 1024, backend: .curl)
        let url = try Endpoints(server: version, ports: ports).url(.plain, "/1024")
        for _ in 0..<200 {
            // A refused connection is nginx not listening yet.
            if (try? await fetch.run(URLRequest(url: url)))?.status == 200 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw BenchFault("nginx does not serve: \(process.errors)")
    }

    /// Ports that were free a moment ago.
    private static func freePorts(_ count: Int) throws -> [Int] {
        let holders = try (0..<count).map { _ in try LoopbackServer([]) }
        defer { for holder in holders { holder.stop() } }
        return holders.map(\.port)
    }

    /// A file without blocks on the disk: nginx sends zeros from the page cache.
    private static func makeFile(of size: Int, in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "\(size)")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(size))
        try handle.close()
    }

    private static func version(of program: URL) async throws -> String {
        let process = try ChildProcess(program, ["-v"])
        try process.start()
        _ = await process.end(within: .seconds(5))
        return process.errors.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? "nginx"
    }

    /// A self-signed certificate for 127.0.0.1; `nil` where openssl is not installed or fails.
    private static func makeCertificate(in folder: URL) async throws -> URL? {
        guard let program = Program.path(of: "openssl") else { return nil }
        let file = folder.appending(path: "certificate.pem")
        let process = try ChildProcess(
            program,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
                "-keyout", folder.appending(path: "key.pem").path, "-out", file.path,
            ])
        try process.start()
        return await process.end(within: .seconds(30)) == .exited(0) ? file : nil
    }
}

/// A program of the system.
private enum Program {
    /// Where it is: on PATH or in a folder of the administrator's, which PATH may leave out.
    static func path(of name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (path.split(separator: ":") + ["/usr/sbin", "/usr/local/sbin"])
            .map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
