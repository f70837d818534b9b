internal import Foundation

/// The body that the `-d` flags ask for.
enum RequestBody {
    /// The pieces joined with `&`, in order.
    static func joined(_ pieces: [Data]) -> Data {
        Data(pieces.joined(separator: Data("&".utf8)))
    }

    /// What `-d @FILE` takes from a file: curl leaves out CR, LF and NUL.
    static func withoutLineBreaks(_ bytes: Data) -> Data {
        bytes.filter { $0 != 13 && $0 != 10 && $0 != 0 }
    }

    /// Reads what the flags name; `nil` where there are none.
    ///
    /// - Throws: ``FileFault`` for a file that cannot be read, or is larger than can be held.
    static func read(_ arguments: [DataArgument]) throws(FileFault) -> Data? {
        guard !arguments.isEmpty else { return nil }
        var pieces: [Data] = []
        for argument in arguments {
            switch argument {
            case .text(let text): pieces.append(Data(text.utf8))
            case .file(let path): pieces.append(withoutLineBreaks(try InputFile.bytes(of: path)))
            case .standardInput: pieces.append(withoutLineBreaks(try InputFile.bytesOfStandardInput()))
            }
        }
        return joined(pieces)
    }
}
