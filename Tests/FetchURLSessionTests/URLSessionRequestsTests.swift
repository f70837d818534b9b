import FetchKit
import FetchTesting
import FetchURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionTests {
    @Suite("Requests") struct Requests {
        private func recorded(_ change: (inout URLRequest) -> Void) async throws -> RecordedRequest {
            let server = try LoopbackServer([.awaitBody, .reply(body: "ok")])
            var request = URLRequest(url: server.url("/path"))
            change(&request)
            _ = try await BudgetedFetch(budget: 10).run(request)
            return try #require(server.journal.requests.first)
        }

        @Test func `a body is sent with its length`() async throws {
            let request = try await recorded {
                $0.httpMethod = "POST"
                $0.httpBody = Data("hello".utf8)
            }
            #expect(request.method == "POST")
            #expect(request.body == Array("hello".utf8))
            #expect(request.headers["Content-Length"] == "5")
        }

        @Test func `a body from a stream is sent in chunks`() async throws {
            let request = try await recorded {
                $0.httpMethod = "POST"
                $0.httpBodyStream = InputStream(data: Data("streamed".utf8))
            }
            #expect(request.body == Array("streamed".utf8))
            #expect(request.headers["Transfer-Encoding"] == "chunked")
        }

        @Test func `an empty POST says that it is empty`() async throws {
            let request = try await recorded { $0.httpMethod = "POST" }
            #expect(request.headers["Content-Length"] == "0")
            #expect(!request.headers.contains("Content-Type"))
        }

        @Test func `HEAD announces no body`() async throws {
            let request = try await recorded { $0.httpMethod = "HEAD" }
            #expect(request.method == "HEAD")
            #expect(!request.headers.contains("Content-Length"))
        }

        @Test func `the caller's fields win`() async throws {
            let request = try await recorded {
                $0.setValue("me", forHTTPHeaderField: "User-Agent")
                $0.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            }
            #expect(request.headers.values(of: "User-Agent") == ["me"])
            #expect(request.headers.values(of: "Accept-Encoding") == ["identity"])
        }

        @Test func `cookies of one reply are not in the next request`() async throws {
            let server = try LoopbackServer(.reply(headers: ["Set-Cookie": "a=b"]))
            let fetch = BudgetedFetch(budget: 10, backend: URLSessionBackend())
            for _ in 0..<2 { _ = try await fetch.run(URLRequest(url: server.url())) }
            #expect(server.journal.requests.count == 2)
            #expect(server.journal.requests.allSatisfy { !$0.headers.contains("Cookie") })
        }
    }
}
