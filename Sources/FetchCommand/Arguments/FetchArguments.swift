internal import FetchKit

/// What one `fetch URL` asks for.
struct FetchArguments: Hashable, Sendable {
    /// The URL as it was typed.
    var url: String
    var backend = BackendName.curl
    var budget = Self.defaultBudget
    var idle = Duration.seconds(15)
    var deadline = Duration.seconds(300)
    /// The method, where `-X` names one.
    var method: String?
    var fields: [HeaderArgument] = []
    var data: [DataArgument] = []
    /// What is sent from a file or from standard input as it is.
    var upload: UploadArgument?
    /// Where the body goes; `nil` for standard output.
    var output: String?
    /// Whether to go on with what an earlier attempt left of the output.
    var resumes = false
    /// How the body is printed while it comes; `nil` for a body that is written when it is whole.
    var printing: StreamPrinting?
    /// Whether events go on over further connections.
    var reconnects = false
    var json = false
    var verbose = false

    static let defaultBudget = 64 << 20

    var policy: FetchPolicy { FetchPolicy(budget: budget, idleTimeout: idle, deadline: deadline) }
}

/// What is printed of a body while it comes.
enum StreamPrinting: String, Hashable, Sendable {
    case lines, events
}

enum FetchFlag: String, CommandFlag {
    case backend, budget, idle, deadline, request, header, data, output, lines, events, reconnect, json, verbose
    case help, version
    case uploadFile = "upload-file"
    case resume = "continue"

    var letter: Character? {
        switch self {
        case .request: "X"
        case .header: "H"
        case .data: "d"
        case .uploadFile: "T"
        case .output: "o"
        case .verbose: "v"
        case .help: "h"
        case .version: "V"
        case .backend, .budget, .idle, .deadline, .resume, .lines, .events, .reconnect, .json: nil
        }
    }

    var takesValue: Bool {
        switch self {
        case .resume, .lines, .events, .reconnect, .json, .verbose, .help, .version: false
        case .backend, .budget, .idle, .deadline, .request, .header, .data, .uploadFile, .output: true
        }
    }
}

extension FetchArguments {
    /// Reads the items of a command line without `--help` or `--version`. A flag given twice counts the last time,
    /// but for `-H` and `-d`, which add up.
    init(_ items: [FlagReader<FetchFlag>.Item]) throws(UsageError) {
        var urls: [String] = []
        self.init(url: "")
        for item in items {
            switch item {
            case .positional(let text): urls.append(text)
            case .flag(let flag, let value): try set(flag, to: value)
            }
        }
        guard let url = urls.first else { throw UsageError("there is no URL") }
        guard urls.count == 1 else { throw UsageError("one URL at a time; '\(urls[1])' is a second one") }
        self.url = url
        try checkTogether()
    }

    private mutating func set(_ flag: FetchFlag, to value: String) throws(UsageError) {
        switch flag {
        case .backend: backend = try BackendName(parsing: value)
        case .budget: budget = try ByteCount(parsing: value).bytes
        case .idle: idle = try Seconds(parsing: value).duration
        case .deadline: deadline = try Seconds(parsing: value).duration
        case .request:
            guard RequestRules.isToken(value) else { throw UsageError("-X: '\(value)' is not a method") }
            method = value
        case .header: fields.append(try HeaderArgument(parsing: value))
        case .data: data.append(try DataArgument(parsing: value))
        case .output:
            if value.isEmpty { throw UsageError("-o needs a file name") }
            output = value == "-" ? nil : value
        case .uploadFile: upload = try UploadArgument(parsing: value)
        case .resume: resumes = true
        case .lines: try print(.lines)
        case .events: try print(.events)
        case .reconnect: reconnects = true
        case .json: json = true
        case .verbose: verbose = true
        case .help, .version: break
        }
    }

    private mutating func print(_ printing: StreamPrinting) throws(UsageError) {
        if let other = self.printing, other != printing {
            throw UsageError("--lines and --events are two ways to print one body; leave one of them out")
        }
        self.printing = printing
    }
}
