internal import FetchKit
internal import FetchTesting
internal import Foundation

/// Any program that fetches a URL, put to the scenarios for context: nothing is asserted of it.
///
/// Its command's words may hold `{url}`, `{budget}` (bytes), `{idle}` and `{deadline}` (seconds, such as `0.3`) and
/// `{idle-whole}` (seconds, rounded up). What it does is read from the last line of its output if that is the JSON of
/// `fetch --json`; else from its exit code, which is taken for curl's, its output, which is taken for the body, and the
/// last line of three digits on its standard error, which is taken for the status.
public struct OutsideProgram: Sendable, Hashable {
    /// What keeps a command from being one, in one line.
    public struct Fault: Error, Hashable {
        /// The line.
        public let reason: String

        /// Makes a fault from its line.
        public init(_ reason: String) { self.reason = reason }
    }

    /// The name that reports use.
    public let name: String

    let executable: URL
    let arguments: [String]

    /// Splits a command into words, without a shell, and finds its program.
    ///
    /// - Throws: ``Fault`` where a quote is open, the program is not there, or no word holds `{url}`.
    public init(_ name: String, command: String) throws(Fault) {
        try self.init(name, words: CommandWords(command).words)
    }

    /// The `curl` program, if it is installed: no redirects, no configuration, every limit that it has a flag for.
    ///
    /// - Throws: ``Fault`` where it is not there.
    public static func curl() throws(Fault) -> OutsideProgram {
        try OutsideProgram(
            "curl program",
            words: [
                "curl", "--disable", "--noproxy", "*", "--proto", "=http,https", "--silent", "--show-error",
                "--globoff", "--path-as-is",
                "--compressed", "--max-filesize", "{budget}", "--speed-limit", "1", "--speed-time", "{idle-whole}",
                "--max-time", "{deadline}", "--write-out", "%{stderr}%{http_code}\\n", "{url}",
            ])
    }

    private init(_ name: String, words: [String]) throws(Fault) {
        guard let program = words.first else { throw Fault("the command is empty") }
        guard words.dropFirst().contains(where: { $0.contains("{url}") }) else {
            throw Fault("no argument of the command holds {url}")
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let places = program.contains("/") ? [program] : path.split(separator: ":").map { "\($0)/\(program)" }
        guard let place = places.first(where: FileManager.default.isExecutableFile) else {
            throw Fault("there is no program '\(program)'")
        }
        self.name = name
        // The child has a folder of its own, from which a relative path would lead elsewhere.
        executable = URL(filePath: place).absoluteURL
        arguments = Array(words.dropFirst())
    }

    /// The arguments for one fetch.
    func arguments(url: URL, policy: FetchPolicy) -> [String] {
        let values = [
            "{url}": url.absoluteString,
            "{budget}": "\(policy.budget)",
            "{idle}": policy.idleTimeout.decimalSeconds,
            "{idle-whole}": "\(Self.wholeSeconds(policy.idleTimeout))",
            "{deadline}": policy.deadline.decimalSeconds,
        ]
        // In one pass, so that nothing within a value is replaced; curl has braces of its own, which stay.
        return arguments.map { word in
            word.replacing(/\{[a-z-]+\}/) { match in values[String(match.output)] ?? String(match.output) }
        }
    }

    private static func wholeSeconds(_ time: Duration) -> Int { max(1, (time.wholeMilliseconds + 999) / 1000) }
}

extension Scenario {
    /// Why the scenario cannot be put to a program that is given a URL and limits; `nil` where it can.
    var obstacleToPrograms: String? {
        if action != .once { return "one command is one request, without a cancellation" }
        if memory != nil { return "the memory that is measured is this process's" }
        let request = requests[0]
        let isPlain = request.method == "GET" && request.headers.isEmpty && request.body == nil && request.stream == nil
        return isPlain ? nil : "one command is a GET, without fields or a body of the caller's"
    }
}
