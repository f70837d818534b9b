/// A command line that cannot be carried out: one line that says what to change.
struct UsageError: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
