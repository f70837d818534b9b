internal import Foundation

/// What `URLSession` said when a task failed, as the code a caller sees and a line for a person.
struct SessionFault: Sendable, Equatable {
    var code: URLError.Code
    var reason: String

    /// True when the code does not say what went wrong: on Linux that is the code of a body cut short, of broken
    /// framing, and of most of TLS.
    var isVague: Bool { code == .unknown || code == .networkConnectionLost }
}

extension SessionFault {
    init(_ error: any Error) {
        let error = error as NSError
        reason = error.localizedDescription
        code = error.domain == NSURLErrorDomain ? URLError.Code(rawValue: error.code) ?? .unknown : .unknown
    }
}
