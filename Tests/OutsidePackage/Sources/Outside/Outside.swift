import FetchCurl
import FetchKit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client that was written against the API and is handed its backend: swapping it is one argument.
struct EngineClient {
    let fetch: BudgetedFetch

    init(backend: some FetchBackend) {
        fetch = BudgetedFetch(policy: FetchPolicy(budget: 1 << 20, idleTimeout: .seconds(2)), backend: backend)
    }

    /// What became of a fetch, in words; every failure there is has its case.
    func describe(_ url: URL) async -> String {
        do throws(FetchFailure) {
            let reply = try await fetch.run(URLRequest(url: url))
            return "\(reply.status), \(reply.body.count) bytes"
        } catch {
            switch error {
            case .overBudget(let limit): return "more than \(limit) bytes"
            case .redirectRefused(let status): return "refused redirect \(status)"
            case .transport(let code): return "no reply: \(code.name)"
            }
        }
    }
}

/// A backend of the package's own.
struct CannedBackend: FetchBackend {
    func perform(_ exchange: FetchExchange) async throws(FetchFailure) -> FetchReply {
        guard let url = exchange.request.url else { throw .transport(.badURL) }
        return FetchReply(status: 200, body: Data("canned".utf8), url: url)
    }
}

@main
enum Outside {
    static func main() async {
        // Port 1 of this machine: nothing listens there, so the libcurl backend is refused at once.
        guard let url = URL(string: "http://127.0.0.1:1/") else { return }
        let lines = [
            await EngineClient(backend: CannedBackend()).describe(url),
            await EngineClient(backend: .curl).describe(url),
        ]
        lines.forEach { print($0) }
        let expected = ["200, 6 bytes", "no reply: cannotConnectToHost"]
        guard lines == expected else {
            print("expected \(expected)")
            exit(1)
        }
    }
}
