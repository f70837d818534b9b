public import Foundation
internal import Glibc

/// A server program of the system, started for one test on loopback ports of its own and in a folder of its own.
public final class RealServer: Sendable {
    /// The ports it was told to listen on.
    public let ports: [Int]

    private let process: ChildProcess

    private init(_ process: ChildProcess, on ports: [Int]) {
        self.process = process
        self.ports = ports
    }

    /// Starts a server, and returns once it listens on every port.
    ///
    /// - Parameters:
    ///   - program: The program, which must stay in the foreground.
    ///   - count: How many ports it is told.
    ///   - environment: Variables it is given besides this process's own.
    ///   - arguments: Its arguments, from the ports. Its working folder is ``folder``.
    ///   - files: What stands in its folder, by name, from the ports.
    /// - Throws: ``RealServerFailure`` where it ends, again and again, or does not listen within 20 s.
    public static func start(
        _ program: URL, ports count: Int = 1, environment: [String: String] = [:], arguments: ([Int]) -> [String],
        files: ([Int]) -> [String: String] = { _ in [:] }
    ) async throws -> RealServer {
        var lastWords = ""
        // A port may have been taken meanwhile: a server that ends is tried again on others.
        for _ in 0..<4 {
            let ports = try PrivatePort.take(count)
            let process = try ChildProcess(program, arguments(ports), environment: environment)
            for (name, content) in files(ports) {
                try Data(content.utf8).write(to: process.folder.appending(path: name))
            }
            try process.start()
            let server = RealServer(process, on: ports)
            if try await server.listens() { return server }
            lastWords = process.errors
            await server.stop()
        }
        throw RealServerFailure("\(program.lastPathComponent) does not start: \(lastWords)")
    }

    /// The folder it runs in, gone with this value.
    public var folder: URL { process.folder }

    /// What it has written to standard output and standard error.
    public var log: String { String(decoding: process.output, as: UTF8.self) + process.errors }

    /// Adds a file of zeros to its folder, which takes no space on the disk.
    public func addFile(_ name: String, size: Int) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(clamping: size))
        try handle.close()
    }

    /// Sends it a signal, such as SIGHUP to reload.
    public func send(_ signal: Int32) { process.send(signal) }

    /// Runs a body, and ends the server whatever comes of it.
    public func use(_ body: (RealServer) async throws -> Void) async throws {
        do {
            try await body(self)
        } catch {
            await stop()
            throw error
        }
        await stop()
    }

    /// Ends it, and returns once it has ended.
    public func stop() async {
        process.send(SIGTERM)
        _ = await process.end(within: .seconds(5))
    }

    private func listens() async throws -> Bool {
        let start = ContinuousClock.now
        while process.isRunning, start.duration(to: .now) < .seconds(20) {
            if ports.allSatisfy(PrivatePort.answers) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
