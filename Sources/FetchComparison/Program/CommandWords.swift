/// A command line as words, split the way a shell splits it, but by no shell: nothing in it is expanded or run.
///
/// White space separates words; `'...'` keeps everything as it is; `"..."` and what stands free take a backslash as
/// "the next character is itself".
struct CommandWords: Hashable {
    let words: [String]

    /// Splits a command.
    ///
    /// - Throws: ``OutsideProgram/Fault`` for a quote or a backslash without its end.
    init(_ command: String) throws(OutsideProgram.Fault) {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = command[...]
        while let character = rest.popFirst() {
            if character == "\\" && quote != "'" {
                guard let next = rest.popFirst() else { throw .init("the command ends with a backslash") }
                word = (word ?? "") + String(next)
            } else if character == quote {
                quote = nil
            } else if quote == nil && (character == "'" || character == "\"") {
                quote = character
                word = word ?? ""
            } else if quote == nil && character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let quote { throw .init("the command has no second \(quote)") }
        self.words = words + (word.map { [$0] } ?? [])
    }
}
