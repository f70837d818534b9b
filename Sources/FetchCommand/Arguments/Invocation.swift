/// What a command line asks the program to do. Reading it is pure and never traps, whatever the tokens hold.
enum Invocation: Hashable, Sendable {
    case help(String)
    case version
    case fetch(FetchArguments)
    case compare(CompareArguments)

    /// Reads the tokens after the program's name.
    init(_ tokens: [String]) throws(UsageError) {
        if tokens.first == "compare" {
            let items = try FlagReader<CompareFlag>.items(in: Array(tokens.dropFirst()))
            let asksHelp = items.contains { $0 == .flag(.help, value: "") }
            self = asksHelp ? .help(HelpText.compare) : .compare(try CompareArguments(items))
            return
        }
        let items = try FlagReader<FetchFlag>.items(in: tokens)
        if items.contains(.flag(.help, value: "")) {
            self = .help(HelpText.fetch)
        } else if items.contains(.flag(.version, value: "")) {
            self = .version
        } else {
            self = .fetch(try FetchArguments(items))
        }
    }
}
