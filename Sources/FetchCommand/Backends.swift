internal import FetchCurl
internal import FetchKit
internal import Foundation

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
        case .urlsession: UnbuiltBackend()
        }
    }
}

/// Stands in for a backend that is not part of this build.
private struct UnbuiltBackend: FetchBackend {
    func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
        exchange.observer?(FetchDiagnosis(stage: .connect, reason: "this build has no such backend"))
        throw .transport(.resourceUnavailable)
    }
}
