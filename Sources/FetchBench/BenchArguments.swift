import Foundation

/// What the command line asks for.
struct BenchArguments: Sendable {
    /// What this process is.
    enum Role: Sendable {
        /// Runs all and reports.
        case run
        case help
        /// Measures what a body costs by the way it is read.
        case reads
        /// The kit's own server, in a child.
        case serve
        /// Measures one workload on one contender, in a child.
        case measure(workload: String, Contender, Endpoints)
        /// Does the same with servers of its own, for a profiler.
        case profile(workload: String, Contender)
    }

    var role = Role.run
    var json: String?
    var isQuick = false
    var only: String?
    var rounds: Int?
    var count: Int?
    var contenders = Contender.usual

    static let help = """
        usage: fetch-bench [--quick] [--only TEXT] [--rounds N] [--json FILE] [--loops] [--on-loop] | --reads

        Measures the libcurl backend and URLSession against a plain C program over libcurl, with nginx on loopback.

          --quick        less of everything, at most 60 s
          --only TEXT    only workloads whose name holds TEXT
          --rounds N     rounds of which the median is taken; 5, or 3 with --quick
          --json FILE    writes the result as JSON too
          --loops        the libcurl backend on two loops too
          --on-loop      the libcurl backend with its callers' tasks on its loop's thread too (CurlBackend.executor)
          --reads        instead: what a body costs by the way it is read
          --help         this

        Under a profiler, one contender alone in this process, with servers of its own:

          fetch-bench --profile WORKLOAD --contender NAME [--count N] [--quick]

        NAME: \(Contender.allCases.map(\.rawValue).joined(separator: ", "))

        """

    init(_ tokens: [String]) throws(BenchFault) {
        var rest = tokens[...]
        var (measured, profiled, contender, endpoints): (String?, String?, Contender?, Endpoints?)
        while let flag = rest.popFirst() {
            switch flag {
            case "--quick": isQuick = true
            case "--help", "-h": role = .help
            case "--serve": role = .serve
            case "--reads": role = .reads
            case "--loops": contenders.append(.curlLoops)
            case "--on-loop": contenders.append(.curlOnLoop)
            case "--json": json = try Self.value(of: flag, &rest) { $0 }
            case "--only": only = try Self.value(of: flag, &rest) { $0 }
            case "--rounds": rounds = try Self.value(of: flag, &rest, Self.positive)
            case "--count": count = try Self.value(of: flag, &rest, Self.positive)
            case "--measure": measured = try Self.value(of: flag, &rest) { $0 }
            case "--profile": profiled = try Self.value(of: flag, &rest) { $0 }
            case "--contender": contender = try Self.value(of: flag, &rest, Contender.init(rawValue:))
            case "--endpoints": endpoints = try Self.value(of: flag, &rest, Self.endpoints)
            default: throw BenchFault("there is no flag \(flag); --help names them")
            }
        }
        if let measured, let contender, let endpoints { role = .measure(workload: measured, contender, endpoints) }
        if let profiled {
            guard let contender else { throw BenchFault("--profile needs a --contender") }
            role = .profile(workload: profiled, contender)
        }
    }

    private static func value<Value>(
        of flag: String, _ rest: inout ArraySlice<String>, _ read: (String) -> Value?
    ) throws(BenchFault) -> Value {
        guard let text = rest.popFirst() else { throw BenchFault("\(flag) needs a value") }
        guard let value = read(text) else { throw BenchFault("\(flag) cannot be '\(text)'") }
        return value
    }

    private static func positive(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }

    private static func endpoints(_ text: String) -> Endpoints? {
        // What cannot be read is named by the caller.
        try? JSONDecoder().decode(Endpoints.self, from: Data(text.utf8))
    }
}
