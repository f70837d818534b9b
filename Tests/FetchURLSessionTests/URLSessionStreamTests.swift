import FetchKit
import FetchTesting
import FetchURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionTests {
    @Suite("Streams") struct Streams {
        private func stream(
            _ script: Script, budget: Int = 1 << 20, idle: Duration = .seconds(5)
        ) async throws -> (stream: FetchStream, server: LoopbackServer) {
            let server = try LoopbackServer(script)
            let policy = FetchPolicy(budget: budget, idleTimeout: idle)
            let fetch = BudgetedFetch(policy: policy, backend: URLSessionBackend())
            return (try await fetch.stream(URLRequest(url: server.url())), server)
        }

        @Test func `the head comes before the body, and pieces before the end`() async throws {
            let (stream, server) = try await stream([.head(status: 200, ["Content-Length": "9"]), .send("one"), .stall])
            #expect(stream.status == 200)
            var pieces = stream.body.makeAsyncIterator()
            #expect(try await pieces.next() == Data("one".utf8))
            server.stop()
        }

        @Test func `a body is whole`() async throws {
            let text = String(repeating: "what is sent is what is read. ", count: 20_000)
            let (stream, server) = try await stream(.chunked([text]))
            var body = Data()
            for try await piece in stream.body { body.append(piece) }
            #expect(String(decoding: body, as: UTF8.self) == text)
            #expect(stream.body.receipt?.bodyBytes == body.count)
            server.stop()
        }

        @Test(
            arguments: [
                ([.send("good"), .close], 9, FetchFailure.transport(.networkConnectionLost)),
                ([.send("good"), .stall], 9, .transport(.timedOut)),
                ([.send("good and more"), .stall], 4, .overBudget(limit: 4)),
            ] as [(Script, Int, FetchFailure)])
        func `a failure comes after the bytes that were good`(
            end: Script, budget: Int, failure: FetchFailure
        ) async throws {
            let head: Script = [.head(status: 200, ["Content-Length": "9", "X": "1"])]
            let open: Script = budget == 4 ? [.head(status: 200)] : head
            let (stream, server) = try await stream(open + end, budget: budget, idle: .milliseconds(500))
            var body = Data()
            await #expect(throws: failure) { for try await piece in stream.body { body.append(piece) } }
            server.stop()
            #expect(body == Data("good".utf8))
        }

        @Test func `leaving the loop cuts the wire`() async throws {
            let (stream, server) = try await stream(
                [.head(status: 200), .trickle("more", by: 4, every: .milliseconds(10), endless: true)])
            for try await _ in stream.body { break }
            #expect(await server.journal.peerClosed(within: .seconds(5)) != nil)
        }

        @Test func `a redirect has no stream`() async throws {
            await #expect(throws: FetchFailure.redirectRefused(status: 302)) {
                try await stream(.reply(status: 302, headers: ["Location": "/"]))
            }
        }
    }
}
