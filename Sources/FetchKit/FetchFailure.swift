public import Foundation

/// Why there is no reply. A status such as 404 or 500 is a reply, not a failure.
///
/// What a person needs to find the fault (the stage, the library's own words, the bytes read) is in the
/// ``FetchDiagnosis`` handed to the observer.
public enum FetchFailure: Error, Hashable, Sendable {
    /// The body would have exceeded the budget. Nothing of it is returned.
    case overBudget(limit: Int)

    /// The server answered 301, 302, 303, 305, 307 or 308. Nothing was followed, whatever `Location` said.
    case redirectRefused(status: Int)

    /// The exchange did not complete: cancelled, timed out, refused by a rule, or failed on the wire.
    case transport(URLError.Code)
}

extension FetchFailure: CustomStringConvertible {
    /// One line a person can read.
    public var description: String {
        switch self {
        case .overBudget(let limit): "the body exceeds the budget of \(limit) bytes"
        case .redirectRefused(let status): "redirect refused (status \(status))"
        case .transport(let code): "\(code.name) (\(code.rawValue))"
        }
    }
}
