public import Foundation

/// A program of the system, where it is installed.
public struct InstalledProgram: Sendable, Hashable {
    /// The file.
    public let url: URL

    /// Looks on `PATH` and in the folders of the administrator's, which `PATH` may leave out; `nil` where it is in none.
    public init?(_ name: String) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let places = (path.split(separator: ":") + ["/usr/sbin", "/usr/local/sbin"])
            .map { URL(filePath: String($0)).appending(path: name) }
        guard let url = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            return nil
        }
        self.url = url
    }

    /// Runs it to its end in a folder of its own.
    ///
    /// - Throws: ``RealServerFailure`` with its last words, unless it exits with 0.
    @discardableResult
    public func run(
        _ arguments: [String], environment: [String: String] = [:], input: String = "",
        within limit: Duration = .seconds(60)
    ) async throws -> String {
        let process = try ChildProcess(url, arguments, environment: environment, input: Data(input.utf8))
        try process.start()
        let end = await process.end(within: limit)
        guard end == .exited(0) else {
            throw RealServerFailure("\(url.lastPathComponent) \(arguments.first ?? ""): \(end): \(process.errors)")
        }
        return String(decoding: process.output, as: UTF8.self)
    }
}

/// Why a program of the system does not do what a test needs of it, in one line.
public struct RealServerFailure: Error, Sendable, CustomStringConvertible {
    /// The line.
    public let description: String

    init(_ description: String) {
        self.description = description.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
