/// How long a server asks to wait before the next request (RFC 9110 section 10.2.3).
struct RetryAfter: Sendable, Hashable {
    /// The time to wait, from the moment the reply came: zero for a date that is past, at most
    /// ``FetchPolicy/longestTime``.
    let delay: Duration

    /// Reads a field's value: digits alone are seconds, whatever year they look like, and the rest is a date.
    /// `nil` for anything else, and for a number too large to count.
    ///
    /// - Parameter now: Seconds since 1970-01-01 00:00:00 UTC.
    init?(_ value: String, now: Int) {
        let seconds: Int
        if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) {
            guard let number = Int(value) else { return nil }
            seconds = number
        } else {
            // A mean Gregorian year has 31,556,952 seconds: at worst the century of a two-digit year turns hours late.
            guard let date = HTTPDate(value, thisYear: 1970 + now / 31_556_952) else { return nil }
            seconds = date.secondsSince1970 - now
        }
        delay = min(max(.zero, .seconds(seconds)), FetchPolicy.longestTime)
    }
}
