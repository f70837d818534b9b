/// A piece of a page: elements and escaped text, written out as XHTML so that any XML parser reads it too.
///
/// Text becomes markup only by being escaped here, and attributes likewise.
struct Markup: Sendable {
    private(set) var source = ""

    /// Text, escaped. A character that XML cannot hold is shown as U+FFFD.
    static func text(_ text: String) -> Markup { Markup(source: escaped(text)) }

    /// An element with its content.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: [Markup] = []
    ) -> Markup {
        let attributes = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
        let inner = content.map(\.source).joined()
        return Markup(source: isVoid(name) ? "<\(name)\(attributes)/>" : "<\(name)\(attributes)>\(inner)</\(name)>")
    }

    /// An element with text.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
    ) -> Markup {
        element(name, attributes, [.text(text)])
    }

    private static func isVoid(_ name: String) -> Bool { ["meta", "input", "br"].contains(name) }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            // Overrides of the writing direction would let a line show in another order than it has.
            case "\u{200E}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
