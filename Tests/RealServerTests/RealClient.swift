import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A backend as these tests use it: libcurl in this process, URLSession in one of its own, since a server can end it.
enum RealClient: Sendable {
    case curl(CurlBackend)
    case urlSession

    /// libcurl that trusts an authority besides nobody, or the system's.
    static func curl(trusting authority: CertificateAuthority? = nil) -> RealClient {
        var options = CurlBackend.Options()
        options.trustedRootsFile = authority?.rootsFile.path
        return .curl(CurlBackend(options: options))
    }

    func fetch(
        _ request: URLRequest, policy: FetchPolicy = FetchPolicy(budget: 1 << 20), observer: FetchObserver? = nil
    ) async throws -> Result<FetchReply, FetchFailure> {
        guard case .curl(let backend) = self else {
            return try await FetchChild(backend: "urlsession").fetch(request, policy: policy)
        }
        let fetch = BudgetedFetch(policy: policy, backend: backend, observer: observer)
        do throws(FetchFailure) { return .success(try await fetch.run(request)) } catch { return .failure(error) }
    }

    func fetch(_ url: URL, policy: FetchPolicy = FetchPolicy(budget: 1 << 20)) async throws
        -> Result<FetchReply, FetchFailure>
    {
        try await fetch(URLRequest(url: url), policy: policy)
    }
}

/// Which of the two, for the arguments of a test.
enum ClientName: String, CaseIterable, CustomTestStringConvertible {
    case curl, urlSession

    var testDescription: String { rawValue }
    var client: RealClient { self == .curl ? .curl() : .urlSession }
}
