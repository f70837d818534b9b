internal import Foundation

/// Reads a request body whole.
enum InputFile {
    /// The largest body read from a file or from standard input; it is held in memory.
    static let limit = 1 << 30

    static func bytes(of path: String) throws(FileFault) -> Data {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw FileFault(.read, "cannot open \(path) for -d")
        }
        return try bytes(of: handle, named: path)
    }

    static func bytesOfStandardInput() throws(FileFault) -> Data {
        try bytes(of: .standardInput, named: "standard input")
    }

    private static func bytes(of handle: FileHandle, named name: String) throws(FileFault) -> Data {
        var bytes = Data()
        do {
            while let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty {
                bytes += piece
                if bytes.count > limit { break }
            }
        } catch {
            throw FileFault(.read, "cannot read \(name) for -d")
        }
        guard bytes.count <= limit else {
            throw FileFault(.read, "\(name) is larger than \(limit) bytes, the most -d can hold")
        }
        return bytes
    }
}
