/// One `-d`: text, or a place to read it from.
enum DataArgument: Hashable, Sendable {
    case text(String)
    /// `@FILE`: its bytes without CR, LF and NUL.
    case file(String)
    /// `@-`: likewise.
    case standardInput

    init(parsing text: String) throws(UsageError) {
        switch text {
        case "@": throw UsageError("-d @ needs a file name, or - for standard input")
        case "@-": self = .standardInput
        default: self = text.hasPrefix("@") ? .file(String(text.dropFirst())) : .text(text)
        }
    }
}
