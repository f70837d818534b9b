internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What the file system refused, in its own words.
public struct FileFault: Error, Hashable, Sendable {
    /// The path of the file at fault.
    public let path: String

    /// What was tried: `"open"`, `"write"`, `"rename"`.
    public let operation: String

    /// The error number (`errno`), such as `ENOSPC` for a full disk.
    public let code: Int32

    /// Makes a fault; `code` is an error number of the system.
    public init(path: String, operation: String, code: Int32) {
        self.path = path
        self.operation = operation
        self.code = code
    }

    /// The fault of the system call that has just failed.
    static func last(_ operation: String, _ path: String) -> FileFault {
        FileFault(path: path, operation: operation, code: errno)
    }
}

extension FileFault: CustomStringConvertible {
    /// One line a person can read.
    public var description: String {
        let words = NSError(domain: NSPOSIXErrorDomain, code: Int(code)).localizedDescription
        return "cannot \(operation) \(path): \(words)"
    }
}

/// Why a transfer between a file and a server did not come to its end.
public enum FileTransferFailure: Error, Hashable, Sendable {
    /// The exchange failed.
    case exchange(FetchFailure)
    /// The file could not be read or written; the exchange has been cut.
    case file(FileFault)
}

extension FileTransferFailure: CustomStringConvertible {
    /// One line a person can read.
    public var description: String {
        switch self {
        case .exchange(let failure): failure.description
        case .file(let fault): fault.description
        }
    }
}
