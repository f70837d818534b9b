/// The flags of one command: the raw value is the long name without its dashes.
protocol CommandFlag: RawRepresentable<String>, CaseIterable, Hashable {
    /// The one-letter form, where there is one.
    var letter: Character? { get }
    /// True when the flag is followed by a value.
    var takesValue: Bool { get }
}

extension CommandFlag {
    var longForm: String { "--\(rawValue)" }
}

/// Splits command-line tokens into flags and positionals the way curl does.
///
/// `--flag value`, `--flag=value`, `-f value`, `-fvalue`; letters may be joined (`-vXPOST`); `--` ends the flags.
enum FlagReader<Flag: CommandFlag> {
    enum Item: Hashable {
        case flag(Flag, value: String)
        case positional(String)
    }

    /// The items in order; a flag that takes no value has the value `""`.
    static func items(in tokens: [String]) throws(UsageError) -> [Item] {
        var items: [Item] = []
        var rest = tokens[...]
        while let token = rest.popFirst() {
            // The standard library repairs arguments that are not UTF-8, which would silently change what is sent.
            if token.unicodeScalars.contains("\u{FFFD}") {
                throw UsageError("an argument is not UTF-8; other bytes can be sent with -d @FILE")
            }
            if token == "--" {
                items += rest.map(Item.positional)
                break
            } else if token.hasPrefix("--") {
                items.append(try longFlag(token.dropFirst(2), rest: &rest))
            } else if token.hasPrefix("-") {
                try appendLetters(token.dropFirst(), to: &items, rest: &rest)
            } else {
                items.append(.positional(token))
            }
        }
        return items
    }

    private static func longFlag(
        _ text: Substring, rest: inout ArraySlice<String>
    ) throws(UsageError) -> Item {
        let equals = text.firstIndex(of: "=")
        let name = String(text[..<(equals ?? text.endIndex)])
        guard let flag = Flag(rawValue: name) else { throw UsageError("there is no flag --\(name)") }
        let joined = equals.map { String(text[text.index(after: $0)...]) }
        switch (flag.takesValue, joined) {
        case (true, let joined?): return .flag(flag, value: joined)
        case (true, nil): return .flag(flag, value: try value(of: "--\(name)", from: &rest))
        case (false, nil): return .flag(flag, value: "")
        case (false, _?): throw UsageError("--\(name) takes no value")
        }
    }

    private static func appendLetters(
        _ letters: Substring, to items: inout [Item], rest: inout ArraySlice<String>
    ) throws(UsageError) {
        if letters.isEmpty { throw UsageError("- is not a flag") }
        var letters = letters
        while let letter = letters.popFirst() {
            guard let flag = Flag.allCases.first(where: { $0.letter == letter }) else {
                throw UsageError("there is no flag -\(letter)")
            }
            guard flag.takesValue else {
                items.append(.flag(flag, value: ""))
                continue
            }
            items.append(
                .flag(flag, value: letters.isEmpty ? try value(of: "-\(letter)", from: &rest) : String(letters)))
            return
        }
    }

    private static func value(of flag: String, from rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError("\(flag) needs a value") }
        if value.unicodeScalars.contains("\u{FFFD}") {
            throw UsageError("the value of \(flag) is not UTF-8; other bytes can be sent with -d @FILE")
        }
        return value
    }
}
