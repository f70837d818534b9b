import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A scripted server and a backend of a test's own, and what went wrong between them.
struct CurlFixture {
    let server: LoopbackServer
    let backend = CurlBackend()
    let diagnoses = Diagnoses()

    init(_ server: LoopbackServer) { self.server = server }

    init(_ script: Script) throws { server = try LoopbackServer(script) }

    init(routes: [String: Script]) throws { server = try LoopbackServer(routes: routes) }

    /// Everything the observer was told, and when.
    final class Diagnoses: Sendable {
        private let heard = Mutex<[(diagnosis: FetchDiagnosis, instant: ContinuousClock.Instant)]>([])
        var all: [FetchDiagnosis] { heard.withLock { $0.map(\.diagnosis) } }
        var lastInstant: ContinuousClock.Instant? { heard.withLock { $0.last?.instant } }
        var hear: FetchObserver { { diagnosis in self.heard.withLock { $0.append((diagnosis, .now)) } } }
    }

    /// Runs one request, and gives the answer and how long it took.
    ///
    /// A failure's time ends when the backend reports it: what else keeps this process's few threads busy says nothing
    /// of the backend.
    func run(
        _ path: String = "/", policy: FetchPolicy = FetchPolicy(budget: 1 << 20),
        _ change: (inout URLRequest) -> Void = { _ in }
    ) async -> (answer: Result<FetchReply, FetchFailure>, time: Duration) {
        var request = URLRequest(url: server.url(path))
        change(&request)
        let fetch = BudgetedFetch(policy: policy, backend: backend, observer: diagnoses.hear)
        let start = ContinuousClock.now
        let answer = await Result.catching { () async throws(FetchFailure) in try await fetch.run(request) }
        return (answer, start.duration(to: diagnoses.lastInstant ?? .now))
    }
}

extension Result where Success == FetchReply {
    var reply: FetchReply? { try? get() }
}

extension Result where Failure == FetchFailure {
    static func catching(_ body: () async throws(FetchFailure) -> Success) async -> Self {
        do throws(FetchFailure) { return .success(try await body()) } catch { return .failure(error) }
    }

    var failure: FetchFailure? { if case .failure(let failure) = self { failure } else { nil } }
}
