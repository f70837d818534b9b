internal import FetchKit

/// One `-H`, with curl's three forms.
enum HeaderArgument: Hashable, Sendable {
    /// `Name: value`, or `Name;` for a field whose value is empty.
    case field(name: String, value: String)
    /// `Name:` keeps the command from adding that field by itself.
    case remove(name: String)

    init(parsing text: String) throws(UsageError) {
        guard let end = text.firstIndex(where: { $0 == ":" || $0 == ";" }) else {
            throw UsageError("-H: write 'Name: value', or 'Name;' for an empty value")
        }
        let name = String(text[..<end])
        guard RequestRules.isToken(name) else { throw UsageError("-H: '\(name)' is not a header name") }
        let value = text[text.index(after: end)...].drop { $0 == " " || $0 == "\t" }
        if value.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) {
            throw UsageError("-H: the value of \(name) holds a line break")
        }
        switch (text[end], value.isEmpty) {
        case (":", true): self = .remove(name: name)
        case (":", false): self = .field(name: name, value: String(value))
        case (_, true): self = .field(name: name, value: "")
        case (_, false): throw UsageError("-H: nothing may follow '\(name);', which asks for an empty value")
        }
    }
}
