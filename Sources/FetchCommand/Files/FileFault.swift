internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file that could not be read or written: one line, and the code the process ends with.
struct FileFault: Error, Hashable {
    let exitCode: ExitCode
    /// `nil` where there is nothing to say: the reader of standard output has seen enough.
    let reason: String?

    init(_ exitCode: ExitCode, _ reason: String?) {
        self.exitCode = exitCode
        self.reason = reason
    }

    /// A fault in writing, with the system's own words for the error number.
    init(writing name: String, error number: Int32) {
        let words = NSError(domain: NSPOSIXErrorDomain, code: Int(number)).localizedDescription
        self.init(.write, number == EPIPE ? nil : "cannot write \(name): \(words)")
    }
}
