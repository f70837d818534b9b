import FetchKit
import FetchTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request to a real server and the one right end of it.
struct RealCase: Sendable {
    /// How a request ends.
    enum End: Sendable {
        /// A reply with this status; its size and a part of its text only where they are named.
        case reply(Int, bytes: Int? = nil, holding: String = "")
        case failure(FetchFailure)

        func isMet(by result: Result<FetchReply, FetchFailure>) -> Bool {
            switch (self, result) {
            case (.reply(let status, let bytes, let text), .success(let reply)):
                reply.status == status && reply.body.count == bytes ?? reply.body.count
                    && (text.isEmpty || String(decoding: reply.body, as: UTF8.self).contains(text))
            case (.failure(let expected), .failure(let failure)): expected == failure
            default: false
            }
        }
    }

    let path: String
    let end: End
    var method = "GET"
    var headers: [String: String] = [:]
    var body: String?
    var policy = FetchPolicy(budget: 1 << 20)
    /// What URLSession on Linux gives instead, and why; asserted, so that the day it disappears is noticed.
    var urlSession: (end: End, because: String)?

    init(_ path: String, _ end: End) {
        self.path = path
        self.end = end
    }

    func with(_ change: (inout RealCase) -> Void) -> RealCase {
        var copy = self
        change(&copy)
        return copy
    }

    /// Fetches from the server on a port, and expects the end.
    func check(on name: ClientName, client: RealClient, scheme: String = "http", port: Int) async throws {
        var request = URLRequest(url: try #require(URL(string: "\(scheme)://127.0.0.1:\(port)\(path)")))
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        request.httpBody = body.map { Data($0.utf8) }
        let result = try await client.fetch(request, policy: policy)
        let came = Self.describe(result)
        guard name == .urlSession, let urlSession else {
            #expect(end.isMet(by: result), "\(path): expected \(end), came \(came)")
            return
        }
        #expect(urlSession.end.isMet(by: result), "\(path): declared \(urlSession.end), came \(came)")
        #expect(!end.isMet(by: result), "\(path): no longer differs (\(urlSession.because)); take it out")
    }

    private static func describe(_ result: Result<FetchReply, FetchFailure>) -> String {
        switch result {
        case .success(let reply):
            "reply \(reply.status), \(reply.body.count) bytes: \(String(decoding: reply.body.prefix(200), as: UTF8.self))"
        case .failure(let failure): "\(failure)"
        }
    }
}

extension [RealCase] {
    /// Checks each on a port, all at once where the client is in this process and a few at a time where each is another.
    func check(on name: ClientName, scheme: String = "http", port: Int) async throws {
        let client = name.client
        try await withThrowingTaskGroup(of: Void.self) { group in
            var rest = self[...]
            func startNext() {
                guard let next = rest.popFirst() else { return }
                group.addTask { try await next.check(on: name, client: client, scheme: scheme, port: port) }
            }
            for _ in 0..<4 { startNext() }
            while try await group.next() != nil { startNext() }
        }
    }
}
