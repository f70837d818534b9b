internal import FetchComparison

/// What one `fetch compare` asks for.
struct CompareArguments: Hashable, Sendable {
    /// The backends to compare, in order; both where none is named.
    var backends = BackendName.allCases
    /// Only scenarios whose family or name holds this text.
    var filter: String?
    /// Where the results go as JSON.
    var json: String?
    /// Where the results go as a Markdown table.
    var markdown: String?
    /// Where the results go as a page.
    var html: String?
    /// The outside programs that get a column.
    var programs: [OutsideProgram] = []
    /// The one scenario to explain, with none run.
    var describe: String?
    /// Names the scenarios and runs none.
    var list = false
    /// The one scenario to run in this process, for a parent that survives its trap.
    var runOne: String?
}

enum CompareFlag: String, CommandFlag {
    case backend, filter, json, markdown, html, contender, describe, list, help
    case runOne = "run-one"

    var letter: Character? { self == .help ? "h" : nil }
    var takesValue: Bool { self != .list && self != .help }
}

extension CompareArguments {
    init(_ items: [FlagReader<CompareFlag>.Item]) throws(UsageError) {
        var named: [BackendName] = []
        for item in items {
            switch item {
            case .positional(let text): throw UsageError("compare takes no argument '\(text)'; --filter TEXT selects")
            case .flag(.backend, let value):
                let name = try BackendName(parsing: value)
                if !named.contains(name) { named.append(name) }
            case .flag(.filter, let value): filter = value
            case .flag(.json, let value): json = value
            case .flag(.markdown, let value): markdown = value
            case .flag(.html, let value): html = value
            case .flag(.describe, let value): describe = value
            case .flag(.contender, let value): try add(ContenderArgument(parsing: value).program)
            case .flag(.runOne, let value): runOne = value
            case .flag(.list, _): list = true
            case .flag(.help, _): break
            }
        }
        if runOne != nil && named.count != 1 { throw UsageError("--run-one needs one --backend") }
        if !named.isEmpty { backends = named }
    }

    private mutating func add(_ program: OutsideProgram) throws(UsageError) {
        if programs.contains(where: { $0.name == program.name }) {
            throw UsageError("--contender: there are two of the name '\(program.name)'")
        }
        programs.append(program)
    }
}
