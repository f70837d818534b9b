internal import FetchComparison

/// One `--contender`: `NAME=COMMAND`, or `curl` for the program that is built in.
struct ContenderArgument {
    let program: OutsideProgram

    init(parsing text: String) throws(UsageError) {
        do throws(OutsideProgram.Fault) {
            program = text == "curl" ? try .curl() : try Self.program(text)
        } catch {
            throw UsageError("--contender: \(error.reason)")
        }
    }

    private static func program(_ text: String) throws(OutsideProgram.Fault) -> OutsideProgram {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw .init("write NAME='COMMAND {url}', or curl")
        }
        let name = String(text[..<equals])
        guard BackendName(rawValue: name) == nil else { throw .init("'\(name)' is a backend's name") }
        return try OutsideProgram(name, command: String(text[text.index(after: equals)...]))
    }
}
