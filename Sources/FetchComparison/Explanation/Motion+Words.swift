internal import FetchTesting

extension StreamReading {
    /// How it is read, as the end of a sentence.
    var words: String {
        if self == .eager { return "to the end as fast as it comes" }
        let wait = pause > .zero ? ", then not for \(pause.inSeconds)" : ""
        let end =
            switch turn {
            case .goesOn: ", then to the end"
            case .drains: ", then to the end, whatever it brings"
            case .leaves: ", then left"
            case .throwsOut: ", then left by an error of the reader's"
            case .isCancelled: ", then cancelled"
            }
        return "up to \(bytes) bytes" + wait + end
    }
}

extension DownloadPlace {
    /// The place, as the end of a sentence.
    var words: String {
        switch self {
        case .free: "a place where nothing is"
        case .taken: "the place of another file"
        case .folder: "the place of a folder"
        case .nowhere: "a folder that is not there"
        case .device: "the place of a device"
        }
    }
}

extension UploadBody {
    /// The body, as a noun.
    var words: String {
        switch self {
        case .data(let count): "\(count) bytes from memory"
        case .file(let count): "a file of \(count) bytes"
        case .shrinkingFile(let count, let rest): "a file of \(count) bytes, shortened to \(rest) meanwhile,"
        case .vanishingFile(let count): "a file of \(count) bytes, removed meanwhile,"
        case .missingFile: "a file that is not there"
        case .pieces(let count, let isDeclared):
            "a sequence of \(count) bytes, \(isDeclared ? "its length declared," : "in chunks,")"
        case .failingPieces(let count): "a sequence that fails after \(count) bytes"
        case .endlessPieces: "a sequence without an end"
        }
    }
}
