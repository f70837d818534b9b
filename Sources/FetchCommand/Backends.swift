internal import FetchComparison
internal import FetchCurl
internal import FetchKit
internal import FetchURLSession

/// The backends by the names the command line and the reports give them.
enum BackendName: String, CaseIterable, Hashable, Sendable {
    case curl, urlsession

    static let list = allCases.map(\.rawValue).joined(separator: " or ")

    init(parsing text: String) throws(UsageError) {
        guard let name = BackendName(rawValue: text) else {
            throw UsageError("there is no backend '\(text)'; there is \(Self.list)")
        }
        self = name
    }

    var backend: any FetchBackend {
        switch self {
        case .curl: .curl
        case .urlsession: .urlSession
        }
    }

    /// The backend as it takes part in the comparison, made anew for each scenario.
    var contender: Contender {
        switch self {
        case .curl: Contender(rawValue, stop: { ($0 as? CurlBackend)?.stop() }, make: { CurlBackend() })
        // A server can end the process through URLSession on Linux.
        case .urlsession:
            Contender(
                rawValue, isIsolated: true, stop: { ($0 as? URLSessionBackend)?.stop() }, make: { URLSessionBackend() })
        }
    }
}
