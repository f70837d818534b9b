import FetchTesting
import Foundation

/// The servers of a run, each a process of its own.
final class Servers: Sendable {
    let endpoints: Endpoints
    private let files: FileServer?
    private let scripted: ChildProcess

    private init(_ endpoints: Endpoints, _ files: FileServer?, _ scripted: ChildProcess) {
        self.endpoints = endpoints
        self.files = files
        self.scripted = scripted
    }

    /// Starts the servers; `program` is this one.
    static func start(serving sizes: Set<Int>, program: URL) async throws -> Servers {
        let scripted = try ChildProcess(program, ["--serve"])
        try scripted.start()
        do {
            let scriptedPort = try await port(printedBy: scripted)
            let files = try await FileServer.start(serving: sizes)
            var endpoints = Endpoints(server: files?.version ?? "the kit's own server (nginx is not installed)")
            endpoints.ports = files?.ports ?? [.plain: scriptedPort]
            endpoints.ports[.scripted] = scriptedPort
            endpoints.rootsFile = files?.rootsFile
            endpoints.reasonWithoutTLS = files == nil ? "nginx is not installed" : "openssl is not installed"
            return Servers(endpoints, files, scripted)
        } catch {
            await stop(scripted)
            throw error
        }
    }

    func stop() async {
        await files?.stop()
        await Self.stop(scripted)
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
