/// A final response's head as the gate judges it: the status, the fields, and what they say about the body.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, as the server wrote it.
    public let status: Int

    /// The fields, in order.
    public let headers: FetchHeaders

    /// The content codings applied to the body, outermost last, lower-cased, without `identity`.
    public private(set) var contentCodings: [String] = []

    private var isTransferCoded = false
    private var declaredLength = DeclaredLength.absent

    /// Makes a head, and reads what frames its body in one pass over the fields.
    public init(status: Int, headers: FetchHeaders) {
        self.status = status
        self.headers = headers
        var start = 0
        while let initial = headers.initial(at: start) {
            // All that matter begin with one of two letters, and are as long as one of three.
            guard initial | 0x20 == UInt8(ascii: "c") || initial | 0x20 == UInt8(ascii: "t"),
                headers.hasColon(at: start + 14) || headers.hasColon(at: start + 16) || headers.hasColon(at: start + 17)
            else {
                headers.skipField(at: &start)
                continue
            }
            guard let (name, value) = headers.field(at: &start) else { break }
            switch name.count {
            case 14 where headers.isNamed("Content-Length", name): headers.withValue(value) { declaredLength.add($0) }
            case 16 where headers.isNamed("Content-Encoding", name): contentCodings += Self.codings(headers.text(value))
            case 17 where headers.isNamed("Transfer-Encoding", name): isTransferCoded = true
            default: continue
            }
        }
    }

    private static func codings(_ value: String) -> [String] {
        value.split(separator: ",").map { $0.trimmingBlanks().lowercased() }.filter { !$0.isEmpty && $0 != "identity" }
    }
}

extension ResponseHead {
    /// True for the statuses that send a client elsewhere; each is refused, with or without a `Location`.
    ///
    /// The Fetch standard's redirect statuses, whose redirect mode "error" looks at the status alone, and 305
    /// (RFC 9110 section 15.4.6), which would send the request through another host. 300 and 304 are replies.
    public static func isRedirect(_ status: Int) -> Bool {
        switch status {
        case 301, 302, 303, 305, 307, 308: true
        default: false
        }
    }

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
        if status < 200 || status == 204 || status == 304 || method == "HEAD" { return .none }
        if isTransferCoded { return .open }
        return switch declaredLength {
        case .absent: .open
        case .is(let length): .length(length)
        case .invalid: .invalid
        }
    }
}

/// What one or several `Content-Length` fields add up to.
private enum DeclaredLength: Hashable {
    case absent, `is`(Int), invalid

    /// Takes a field's value: one number, or the same one several times (RFC 9110 section 8.6).
    ///
    /// Digits alone make a number, blanks around them aside; `+2`, `-1` and `2 junk` do not.
    mutating func add(_ value: Span<UInt8>) {
        let comma = UInt8(ascii: ",")
        var number: Int?
        var isOver = false
        for index in 0...value.count {
            switch index < value.count ? value[index] : comma {
            case comma:
                take(number)
                (number, isOver) = (nil, false)
            case 32, 9: isOver = number != nil
            case let digit where (48...57).contains(digit) && !isOver: number = Self.appending(digit, to: number ?? 0)
            default: return self = .invalid
            }
        }
    }

    private mutating func take(_ number: Int?) {
        switch self {
        case .absent: self = number.map { .is($0) } ?? .invalid
        case .is(let length) where length == number: break
        case .is, .invalid: self = .invalid
        }
    }

    /// The number with one more digit; one that is too large to count stays the largest there is.
    private static func appending(_ digit: UInt8, to number: Int) -> Int {
        let (tens, isLarge) = number.multipliedReportingOverflow(by: 10)
        let (sum, isLarger) = tens.addingReportingOverflow(Int(digit - 48))
        return isLarge || isLarger ? .max : sum
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> Substring {
        var text = self
        while let first = text.utf8.first, first == 32 || first == 9 { text.removeFirst() }
        while let last = text.utf8.last, last == 32 || last == 9 { text.removeLast() }
        return text
    }
}
