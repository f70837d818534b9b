/// The beginning of a byte string as lines that a person can read: what cannot be shown is escaped, what is long is cut.
struct ByteExcerpt {
    /// The lines; CR LF ends one unseen, a lone LF or CR is shown where it stands.
    let lines: [String]

    init(_ bytes: ArraySlice<UInt8>, lines limit: Int = 16, columns: Int = 72) {
        // Enough for every line shown, and never the whole of a large body.
        var rest = bytes.prefix(limit * columns * 4)
        var lines: [String] = []
        while !rest.isEmpty && lines.count < limit {
            let line = rest.prefix { $0 != 10 }
            rest = rest[line.endIndex...]
            let ends = rest.popFirst() != nil
            lines.append(Self.line(line, endsWithLineFeed: ends, columns: columns))
        }
        if !rest.isEmpty { lines.append("...") }
        self.lines = lines
    }

    private static func line(_ bytes: ArraySlice<UInt8>, endsWithLineFeed: Bool, columns: Int) -> String {
        let isWhole = endsWithLineFeed && bytes.last == 13
        let text = String(decoding: isWhole ? bytes.dropLast() : bytes, as: UTF8.self)
        var shown = ""
        for scalar in text.unicodeScalars {
            if shown.count >= columns { return shown + "..." }
            switch scalar.value {
            case 13: shown += "\\r"
            case 0..<0x20, 0x7F..<0xA0:
                shown += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            case 0xFFFD: shown += "\\x??"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return endsWithLineFeed && !isWhole ? shown + "\\n" : shown
    }
}
