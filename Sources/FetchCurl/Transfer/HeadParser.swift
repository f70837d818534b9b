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
    private var headers: FetchHeaders

    /// Makes a parser that fills headers, empty ones with the room they have.
    init(filling headers: FetchHeaders) { self.headers = headers }

    /// The status of a final head that is not complete yet.
    var unfinishedStatus: Int? { place == .fields && status >= 200 ? status : nil }

    /// True once a field of the current head has come.
    var hasField: Bool { !headers.isEmpty }

    /// Reads one line, its line end included. One without an end was cut off, and so is the head.
    mutating func read(_ line: Span<UInt8>) -> Event {
        if place == .fields, headers.append(line: line) { return .more }
        guard let last = line.indices.last, line[last] == UInt8(ascii: "\n") else { return .more }
        switch place {
        case .statusLine: return readStatus(line)
        case .fields: return Self.isEmpty(line) ? endHead() : readUnusualField(line)
        case .afterHead: return .more
        }
    }

    private mutating func readStatus(_ line: Span<UInt8>) -> Event {
        // libcurl takes the name in any case, which HTTP does not (RFC 9112 section 2.3). What follows it is libcurl's
        // business; the code is the three digits after the first space.
        guard line.count > 5, line[0] == UInt8(ascii: "H"), line[1] == UInt8(ascii: "T"), line[2] == UInt8(ascii: "T"),
            line[3] == UInt8(ascii: "P"), line[4] == UInt8(ascii: "/")
        else { return .malformed("it does not begin with HTTP/") }
        guard let space = line.firstIndex(of: UInt8(ascii: " ")), line.count >= space + 4 else {
            return .malformed("no status code")
        }
        status = 0
        for index in (space + 1)...(space + 3) {
            guard (48...57).contains(line[index]) else { return .malformed("no status code") }
            status = status * 10 + Int(line[index] - 48)
        }
        // Two-digit codes in three digits name no class at all (RFC 9110 section 15).
        guard status >= 100 else { return .malformed("the status code is \(status)") }
        headers.removeAll()
        place = .fields
        return .more
    }

    private mutating func readUnusualField(_ line: Span<UInt8>) -> Event {
        guard line.firstIndex(of: 0) == nil else { return .malformed("a NUL in a field") }
        if Self.isBlank(line[0]) {
            guard !headers.isEmpty else { return .malformed("a folded line before any field") }
            headers.appendFolded(line)
            return .more
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return .malformed("a field without a colon") }
        guard colon > 0 else { return .malformed("a field without a name") }
        // White space before the colon lets two readers see two different fields (RFC 9112 section 5.1).
        guard !Self.isBlank(line[colon - 1]) else { return .malformed("white space before a colon") }
        headers.append(name: line.extracting(first: colon), value: line.extracting(droppingFirst: colon + 1))
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

    private static func isEmpty(_ line: Span<UInt8>) -> Bool {
        line.count == 1 || line.count == 2 && line[0] == UInt8(ascii: "\r")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
