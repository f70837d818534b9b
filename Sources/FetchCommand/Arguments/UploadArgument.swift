/// The `-T`: a file, or standard input.
enum UploadArgument: Hashable, Sendable {
    case file(String)
    case standardInput

    init(parsing text: String) throws(UsageError) {
        if text.isEmpty { throw UsageError("-T needs a file name, or - for standard input") }
        self = text == "-" ? .standardInput : .file(text)
    }
}
