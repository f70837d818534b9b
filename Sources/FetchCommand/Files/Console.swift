internal import Foundation

/// Where the program speaks: results on standard output, everything else on standard error.
struct Console: Sendable {
    var output = Descriptor(number: 1)
    var errors = Descriptor(number: 2)

    /// Writes a result.
    ///
    /// - Throws: ``FileFault``; without a reason where the reader has gone.
    func write(_ bytes: Data) throws(FileFault) {
        let error = output.write(bytes)
        if error != 0 { throw FileFault(writing: "standard output", error: error) }
    }

    /// Says in one line why there is no result.
    func complain(_ reason: String) {
        log(["fetch: \(reason.printable())"])
    }

    /// Writes lines; an error has nowhere to be told.
    func log(_ lines: [String]) {
        _ = errors.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    }
}
