/// Performs one `fetch compare`.
struct CompareCommand {
    let arguments: CompareArguments
    let console: Console

    /// Returns what the process ends with: 0, or 1 where a result is unexpected, and the codes of ``ExitCode``.
    func run() async -> Int32 {
        console.complain("this build has no scenarios to compare")
        return ExitCode.usage.rawValue
    }
}
