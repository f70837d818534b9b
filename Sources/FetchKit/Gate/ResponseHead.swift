/// A final response's head as the gate judges it: the status, the fields, and what they say about the body.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, as the server wrote it.
    public var status: Int

    /// The fields, in order.
    public var headers: FetchHeaders

    /// Makes a head.
    public init(status: Int, headers: FetchHeaders) {
        self.status = status
        self.headers = headers
    }
}

extension ResponseHead {
    /// The statuses that send a client elsewhere; each is refused, with or without a `Location`.
    ///
    /// The Fetch standard's redirect statuses, whose redirect mode "error" looks at the status alone, and 305
    /// (RFC 9110 section 15.4.6), which would send the request through another host. 300 and 304 are replies.
    public static let redirectStatuses: Set<Int> = [301, 302, 303, 305, 307, 308]

    /// What the head says about the length of the body that follows it (RFC 9112 section 6.3).
    public enum Framing: Sendable, Hashable {
        /// No body follows: a reply to HEAD, or a 1xx, 204 or 304.
        case none
        /// This many bytes, before content decoding. `Int.max` for a number too large to count.
        case length(Int)
        /// Chunked, or ended by the connection's close.
        case open
        /// `Content-Length` is not a number, or there are several that differ.
        case invalid
    }

    /// How the body after this head is framed, for a request of the given method.
    public func framing(method: String) -> Framing {
        if method == "HEAD" || (100..<200).contains(status) || status == 204 || status == 304 { return .none }
        if headers.contains("Transfer-Encoding") { return .open }
        var length: Int?
        for value in headers.values(of: "Content-Length") {
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                guard let number = Self.length(part), length == nil || length == number else { return .invalid }
                length = number
            }
        }
        return length.map(Framing.length) ?? .open
    }

    /// The content codings applied to the body, outermost last, lower-cased, without `identity`.
    public var contentCodings: [String] {
        guard headers.contains("Content-Encoding") else { return [] }
        return headers.values(of: "Content-Encoding")
            .flatMap { $0.split(separator: ",") }
            .map { $0.trimmingWhitespace().lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    /// Digits alone make a length (RFC 9110 section 8.6); `+2`, `-1` and `2 junk` do not.
    private static func length(_ text: Substring) -> Int? {
        let digits = text.trimmingWhitespace()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(digits) ?? .max
    }
}

extension Substring {
    fileprivate func trimmingWhitespace() -> Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
