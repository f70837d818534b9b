import FetchKit
import FetchTesting
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The built `fetch`, run once in a process and a folder of its own.
struct FetchChild {
    let backend: String
    var environment: [String: String] = [:]

    /// Fetches, and reads what the program wrote back into a reply or a failure.
    func fetch(_ request: URLRequest, policy: FetchPolicy) async throws -> Result<FetchReply, FetchFailure> {
        guard let url = request.url else { throw Fault("no URL") }
        var arguments = [
            url.absoluteString, "--backend", backend, "--json", "-o", "body", "-X", request.httpMethod ?? "GET",
            "--budget", "\(policy.budget)", "--idle", Self.seconds(policy.idleTimeout),
            "--deadline", Self.seconds(policy.deadline),
        ]
        for (name, value) in request.allHTTPHeaderFields ?? [:] { arguments += ["-H", "\(name): \(value)"] }
        if let body = request.httpBody { arguments += ["-d", String(decoding: body, as: UTF8.self)] }
        let process = try ChildProcess(Self.program, arguments, environment: environment)
        try process.start()
        let end = await process.end()
        guard let report = try? JSONDecoder().decode(Report.self, from: process.output) else {
            throw Fault("fetch \(url): \(end): \(process.errors)")
        }
        return try report.result(body: try? Data(contentsOf: process.folder.appending(path: "body")), url: url)
    }

    /// The program stands beside the test bundle.
    private static var program: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "fetch")
    }

    private static func seconds(_ time: Duration) -> String {
        "\(Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)"
    }

    struct Fault: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The line that `--json` prints.
    private struct Report: Decodable {
        let outcome: String
        let status: Int?
        let limit: Int?
        let codeValue: Int?
        let headers: [[String]]?

        func result(body: Data?, url: URL) throws -> Result<FetchReply, FetchFailure> {
            switch (outcome, status, limit, codeValue) {
            case ("reply", let status?, _, _):
                let fields = FetchHeaders((headers ?? []).map { ($0[0], $0[1]) })
                return .success(FetchReply(status: status, body: body ?? Data(), headers: fields, url: url))
            case ("redirectRefused", let status?, _, _): return .failure(.redirectRefused(status: status))
            case ("overBudget", _, let limit?, _): return .failure(.overBudget(limit: limit))
            case ("transport", _, _, let value?):
                guard let code = URLError.Code(rawValue: value) else { throw Fault("no code: \(value)") }
                return .failure(.transport(code))
            default: throw Fault("no outcome: \(outcome)")
            }
        }
    }
}
