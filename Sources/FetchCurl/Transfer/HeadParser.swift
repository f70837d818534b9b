internal import FetchKit

/// Puts a response's head together from the lines that libcurl hands over: interim replies, the final head, trailers.
///
/// It starts over at each status line, so that what remains is the last head.
struct HeadParser {
    /// What a line meant.
    enum Event: Equatable {
        /// More lines are to come, or this one is a trailer.
        case more
        /// The final head is complete: the body is next.
        case final(ResponseHead)
        /// Not HTTP.
        case malformed(String)
    }

    private enum Place { case statusLine, fields, afterHead }

    private var place = Place.statusLine
    private var status = 0
    private var headers = FetchHeaders()

    /// Reads one line, its line end included.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Event {
        let text = unsafe Self.withoutLineEnd(line)
        switch place {
        case .statusLine: return unsafe readStatus(text)
        case .fields: return unsafe text.isEmpty ? endHead() : readField(text)
        case .afterHead: return .more
        }
    }

    private mutating func readStatus(_ line: Slice<UnsafeRawBufferPointer>) -> Event {
        // The version's spelling is libcurl's business; the code is the three digits after the first space.
        guard let space = unsafe line.firstIndex(of: UInt8(ascii: " ")) else { return .malformed("no status code") }
        let digits = unsafe line[(space + 1)...].prefix(3)
        guard unsafe digits.count == 3, unsafe digits.allSatisfy({ (48...57).contains($0) }) else {
            return .malformed("no status code")
        }
        status = unsafe digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        // Two-digit codes in three digits name no class at all (RFC 9110 section 15).
        guard status >= 100 else { return .malformed("the status code is \(status)") }
        headers = FetchHeaders()
        place = .fields
        return .more
    }

    private mutating func readField(_ line: Slice<UnsafeRawBufferPointer>) -> Event {
        guard unsafe !line.contains(0) else { return .malformed("a NUL in a field") }
        if let first = unsafe line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            guard !headers.isEmpty else { return .malformed("a folded line before any field") }
            unsafe headers.appendFolded(line)
            return .more
        }
        guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")) else {
            return .malformed("a field without a colon")
        }
        let name = unsafe line[..<colon]
        guard let last = unsafe name.last else { return .malformed("a field without a name") }
        // White space before the colon lets two readers see two different fields (RFC 9112 section 5.1).
        guard last != UInt8(ascii: " "), last != UInt8(ascii: "\t") else {
            return .malformed("white space before a colon")
        }
        unsafe headers.append(name: name, value: line[(colon + 1)...])
        return .more
    }

    private mutating func endHead() -> Event {
        guard status >= 200 || status == 101 else {
            place = .statusLine
            return .more
        }
        place = .afterHead
        return .final(ResponseHead(status: status, headers: headers))
    }

    private static func withoutLineEnd(_ line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
        var text = unsafe line[...]
        if unsafe text.last == UInt8(ascii: "\n") { unsafe text.removeLast() }
        if unsafe text.last == UInt8(ascii: "\r") { unsafe text.removeLast() }
        return unsafe text
    }
}
