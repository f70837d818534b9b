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
}
