internal import FetchKit

/// A time limit as a person writes it, in seconds: `15`, `0.3`.
struct Seconds: Hashable {
    let duration: Duration

    /// Parses decimal digits with at most one point.
    ///
    /// - Throws: ``UsageError`` for anything else, for zero, and for more than ``FetchPolicy/longestTime``.
    init(parsing text: String) throws(UsageError) {
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let seconds = Double(text) else {
            throw UsageError("'\(text)' is not a number of seconds; write 15 or 0.3")
        }
        guard seconds <= Double(FetchPolicy.longestTime.components.seconds) else {
            throw UsageError("'\(text)' seconds is longer than ten years")
        }
        duration = .seconds(seconds)
        guard duration > .zero else { throw UsageError("a time limit is more than 0 seconds") }
    }
}
