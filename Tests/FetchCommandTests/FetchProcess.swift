import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The built `fetch` run as a child process, its two outputs kept in files of its own.
final class FetchProcess {
    struct Outcome {
        /// The exit code, or 128 and the number of the signal that ended the process.
        let code: Int32
        let output: Data
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        /// The output as one JSON object.
        var json: [String: Any] {
            get throws { try JSONSerialization.jsonObject(with: output) as? [String: Any] ?? [:] }
        }
        var errorLines: [Substring] { errors.split(separator: "\n") }
    }

    /// A folder of this process alone, gone with it.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fetch-\(UUID().uuidString)")
    private let process = Process()
    private let ended: AsyncStream<Int32>

    /// - Parameters:
    ///   - output: Stands in for standard output where the outcome need not hold it.
    ///   - program: Runs instead of `fetch`.
    init(_ arguments: [String], input: String = "", output: FileHandle? = nil, program: URL? = nil) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(input.utf8).write(to: folder.appendingPathComponent("input"))
        for name in ["output", "errors"] { try Data().write(to: folder.appendingPathComponent(name)) }
        process.executableURL = program ?? Self.program()
        process.currentDirectoryURL = folder
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: folder.appendingPathComponent("input"))
        process.standardOutput = try output ?? FileHandle(forWritingTo: folder.appendingPathComponent("output"))
        process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("errors"))
        let (ended, ending) = AsyncStream.makeStream(of: Int32.self)
        self.ended = ended
        process.terminationHandler = { process in
            let code = process.terminationStatus
            ending.yield(process.terminationReason == .exit ? code : 128 + code)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs `fetch` to its end.
    static func run(_ arguments: String..., input: String = "") async throws -> Outcome {
        let process = try FetchProcess(arguments, input: input)
        try process.start()
        return try await process.outcome()
    }

    func start() throws { try process.run() }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    func outcome() async throws -> Outcome {
        var endings = ended.makeAsyncIterator()
        let code = await endings.next()
        return Outcome(
            code: code ?? -1,
            output: try Data(contentsOf: folder.appendingPathComponent("output")),
            errors: String(decoding: try Data(contentsOf: folder.appendingPathComponent("errors")), as: UTF8.self))
    }

    /// The program stands beside the test bundle.
    static func program() -> URL {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0])
        return tests.deletingLastPathComponent().appendingPathComponent("fetch")
    }
}
