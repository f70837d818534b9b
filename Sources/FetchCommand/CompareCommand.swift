/// Performs one `fetch compare`.
struct CompareCommand {
    let arguments: CompareArguments
    let console: Console

    /// Returns what the process ends with.
    func run() async -> ExitCode {
        console.complain("this build has no scenarios to compare")
        return .usage
    }
}
