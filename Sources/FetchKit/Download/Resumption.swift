internal import Foundation

/// What is known of the entity that a partial file is the beginning of: enough to ask for the rest, and to tell whether
/// what comes is the rest of the same.
struct Resumption: Hashable, Sendable {
    /// The URL that the part came from.
    let url: String
    /// The strong validator of its entity: an entity tag or a date (RFC 9110 section 8.8).
    let validator: String

    /// What to note of a reply so that its body may be resumed; `nil` where nothing identifies it for certain.
    ///
    /// An entity tag must be strong. A date counts if the server's clock had left it behind by a second or more when it
    /// answered (RFC 9110 section 8.8.2.2).
    init?(url: String, headers: FetchHeaders) {
        guard headers["Content-Encoding"] == nil, headers["Accept-Ranges"]?.lowercased() != "none" else { return nil }
        self.url = url
        if let tag = headers["ETag"] {
            guard tag.hasPrefix("\""), tag.count > 1, tag.hasSuffix("\"") else { return nil }
            validator = tag
        } else if let text = headers["Last-Modified"], let modified = Self.seconds(text),
            let answered = headers["Date"].flatMap(Self.seconds), answered - modified >= 1
        {
            validator = text
        } else {
            return nil
        }
    }

    /// The century of a year of two digits does not matter for a difference.
    private static func seconds(_ date: String) -> Int? { HTTPDate(date, thisYear: 2000)?.secondsSince1970 }

    // MARK: Kept beside the part

    /// Reads a note; `nil` where it is none.
    init?(note: String) {
        let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, lines[2].isEmpty, !lines[0].isEmpty, !lines[1].isEmpty else { return nil }
        url = String(lines[0])
        validator = String(lines[1])
    }

    /// The note, one line each.
    var note: String { "\(url)\n\(validator)\n" }

    // MARK: What a reply means

    /// What to do with a reply to a request that asked for the rest.
    enum Step: Hashable {
        /// Its body is the rest: it goes at the end of the part.
        case append
        /// Its body is the whole of what there is now.
        case startOver
        /// It is of no use: ask again, for the whole.
        case askForWhole
        /// It says nothing of the entity.
        case neither
    }

    /// Decides what a reply means that was asked for the bytes from an offset on (RFC 9110 sections 14.2 and 15.3.7).
    func step(status: Int, headers: FetchHeaders, offset: Int) -> Step {
        switch status {
        case 206:
            let isSame = headers["ETag"].map { $0 == validator || !validator.hasPrefix("\"") } ?? true
            let starts = headers["Content-Range"].flatMap(ContentRange.init)?.first == offset
            return isSame && starts && headers["Content-Encoding"] == nil ? .append : .askForWhole
        case 200..<300: return .startOver
        case 416: return .askForWhole
        default: return .neither
        }
    }
}

/// The bytes that a part of an entity holds: `Content-Range: bytes 0-9/100` (RFC 9110 section 14.4).
struct ContentRange: Hashable {
    let first: Int
    let last: Int
    /// The entity's length; `nil` where it is not known.
    let total: Int?

    /// Reads a field's value; `nil` where it is malformed, or in another unit than bytes.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let range = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        let places = range[0].split(separator: "-", omittingEmptySubsequences: false)
        guard range.count == 2, places.count == 2, let first = Self.number(places[0]),
            let last = Self.number(places[1]), first <= last
        else { return nil }
        (self.first, self.last) = (first, last)
        total = range[1] == "*" ? nil : Self.number(range[1])
        guard range[1] == "*" || total.map({ $0 > last }) == true else { return nil }
    }

    /// Digits alone: no sign, no blank.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }
}
