import FetchTesting
import Foundation

/// The servers of a run, each a process of its own, and the folder they share.
final class Servers: Sendable {
    let endpoints: Endpoints
    private let nginx: Nginx?
    private let scripted: ChildProcess
    private let folder: URL

    private init(_ endpoints: Endpoints, _ nginx: Nginx?, _ scripted: ChildProcess, _ folder: URL) {
        self.endpoints = endpoints
        self.nginx = nginx
        self.scripted = scripted
        self.folder = folder
    }

    /// Starts the servers; `program` is this one.
    static func start(serving sizes: Set<Int>, program: URL) async throws -> Servers {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fetch-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let scripted = try ChildProcess(program, ["--serve"])
        try scripted.start()
        do {
            let scriptedPort = try await port(printedBy: scripted)
            let nginx = try await Nginx.start(serving: sizes, in: folder)
            var endpoints = Endpoints(server: nginx?.version ?? "the kit's own server (nginx is not installed)")
            endpoints.ports = nginx?.ports ?? [.plain: scriptedPort]
            endpoints.ports[.scripted] = scriptedPort
            endpoints.rootsFile = nginx?.rootsFile
            endpoints.reasonWithoutTLS = nginx == nil ? "nginx is not installed" : "openssl made no certificate"
            return Servers(endpoints, nginx, scripted, folder)
        } catch {
            await stop(scripted)
            throw error
        }
    }

    func stop() async {
        await nginx?.stop()
        await Self.stop(scripted)
        // A folder that cannot be removed is the system's to clean.
        try? FileManager.default.removeItem(at: folder)
    }

    private static func stop(_ process: ChildProcess) async {
        process.send(SIGTERM)
        _ = await process.end(within: .seconds(2))
    }

    private static func port(printedBy process: ChildProcess) async throws -> Int {
        for _ in 0..<500 {
            let output = String(decoding: process.output, as: UTF8.self)
            if output.hasSuffix("\n"), let port = Int(output.dropLast()) { return port }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw BenchFault("the kit's own server does not start: \(process.errors)")
    }
}
