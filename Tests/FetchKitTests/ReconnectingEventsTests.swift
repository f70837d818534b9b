import FetchKit
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Events over several connections", .timeLimit(.minutes(1))) struct ReconnectingEventsTests {
    private typealias Connection = ConnectionsBackend.Connection

    private static let brisk = ReconnectionPolicy(
        deadline: .seconds(60), retry: .milliseconds(1), longestWait: .milliseconds(2))
    private static let last = Connection(status: 204)

    private func request(_ change: (inout URLRequest) -> Void = { _ in }) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "http://h/")))
        change(&request)
        return request
    }

    @Test func `each connection names the last ID of a complete event`() async throws {
        let backend = ConnectionsBackend([
            Connection(pieces: ["id: 1\ndata: a\n\n", "id: 2\ndata: cut"]),
            Connection(pieces: ["data: b\n\n"], end: .failed(.transport(.networkConnectionLost))),
            Connection(pieces: nil, end: .failed(.transport(.cannotConnectToHost))),
            Connection(pieces: ["id\n\n"]), Self.last,
        ])
        let fetch = BudgetedFetch(budget: 100, backend: backend)
        let (events, failure) = await fetch.events(try request(), reconnecting: Self.brisk).collected()
        #expect(events == [ServerSentEvent(id: "1", data: "a"), ServerSentEvent(id: "1", data: "b")])
        #expect(failure == nil)
        let named = backend.exchanges.map { $0.request.value(forHTTPHeaderField: "Last-Event-ID") }
        #expect(named == [nil, "1", "1", "1", nil])
    }

    @Test func `the request's own fields hold, and the others are added`() async throws {
        let backend = ConnectionsBackend([Self.last, Self.last])
        let fetch = BudgetedFetch(budget: 100, backend: backend)
        _ = await fetch.events(try request(), reconnecting: Self.brisk).collected()
        let own = try request {
            $0.setValue("text/event-stream;v=2", forHTTPHeaderField: "Accept")
            $0.setValue("no-store", forHTTPHeaderField: "Cache-Control")
            $0.setValue("41", forHTTPHeaderField: "Last-Event-ID")
            $0.setValue("x", forHTTPHeaderField: "Authorization")
        }
        _ = await fetch.events(own, reconnecting: Self.brisk).collected()
        #expect(
            backend.exchanges.map { $0.request.allHTTPHeaderFields ?? [:] } == [
                ["Accept": "text/event-stream", "Cache-Control": "no-cache"], own.allHTTPHeaderFields ?? [:],
            ])
    }

    @Test func `a connection keeps the policy, but for a deadline that is shortened`() async throws {
        let backend = ConnectionsBackend([Self.last, Self.last])
        let policy = FetchPolicy(budget: 7, headBudget: 99, idleTimeout: .seconds(3), deadline: .seconds(30))
        let fetch = BudgetedFetch(policy: policy, backend: backend)
        _ = await fetch.events(try request(), reconnecting: ReconnectionPolicy(deadline: .seconds(600))).collected()
        _ = await fetch.events(try request(), reconnecting: ReconnectionPolicy(deadline: .seconds(20))).collected()
        let granted = backend.exchanges.map(\.policy)
        #expect(granted.first == policy)
        var shortened = try #require(granted.last)
        #expect(shortened.deadline <= .seconds(20))
        shortened.deadline = policy.deadline
        #expect(shortened == policy)
    }

    @Test(
        arguments: [
            (Connection(status: 404), .transport(.badServerResponse)),
            (Connection(headers: FetchHeaders()), .transport(.badServerResponse)),
            (Connection(end: .failed(.overBudget(limit: 1))), .overBudget(limit: 1)),
            (Connection(pieces: nil, end: .failed(.redirectRefused(status: 302))), .redirectRefused(status: 302)),
            (Connection(pieces: ["data: too long\n"]), .transport(.dataLengthExceedsMaximum)),
        ] as [(ConnectionsBackend.Connection, FetchFailure)])
    func `what another connection would not mend is final`(
        connection: ConnectionsBackend.Connection, expected: FetchFailure
    ) async throws {
        let backend = ConnectionsBackend([Connection(pieces: ["data: a\n\n"]), connection, Self.last])
        let fetch = BudgetedFetch(budget: 100, backend: backend)
        var events = fetch.events(try request(), reconnecting: Self.brisk, limits: EventLimits(line: 8))
            .makeAsyncIterator()
        #expect(try await events.next() == ServerSentEvent(data: "a"))
        await #expect(throws: expected) { try await events.next() }
        #expect(try await events.next() == nil)
        #expect(backend.exchanges.count == 2)
    }

    @Test func `the observer hears why the sequence gives up`() async throws {
        let heard = Mutex<[FetchDiagnosis]>([])
        let backend = ConnectionsBackend([Connection(status: 404)])
        let fetch = BudgetedFetch(policy: FetchPolicy(budget: 1), backend: backend) { diagnosis in
            heard.withLock { $0.append(diagnosis) }
        }
        _ = await fetch.events(try request(), reconnecting: Self.brisk).collected()
        #expect(heard.withLock { $0.map(\.stage) } == [.head])
        #expect(heard.withLock { $0.first?.reason.contains("404") } == true)
    }

    @Test func `only a GET that can be sent again is sent at all`() async throws {
        let backend = ConnectionsBackend([])
        let fetch = BudgetedFetch(budget: 1, backend: backend)
        let post = try request { $0.httpMethod = "POST" }
        let streamed = try request { $0.httpBodyStream = InputStream(data: Data("x".utf8)) }
        for request in [post, streamed] {
            let (_, failure) = await fetch.events(request, reconnecting: Self.brisk).collected()
            #expect(failure == .transport(.badURL))
        }
        #expect(backend.exchanges.isEmpty)
    }

    @Test func `a wait that the deadline does not leave is not begun`() async throws {
        let backend = ConnectionsBackend([Connection(pieces: ["data: a\n\n"])])
        let fetch = BudgetedFetch(budget: 100, backend: backend)
        let policy = ReconnectionPolicy(deadline: .seconds(50), retry: .seconds(60))
        let (events, failure) = await fetch.events(try request(), reconnecting: policy).collected()
        #expect(events.count == 1)
        #expect(failure == .transport(.timedOut))
        #expect(backend.exchanges.count == 1)
    }

    @Test func `cancelling during a wait ends the sequence, and nothing more is opened`() async throws {
        let backend = ConnectionsBackend([Connection(pieces: ["data: a\n\n"])])
        let fetch = BudgetedFetch(budget: 100, backend: backend)
        let policy = ReconnectionPolicy(deadline: .seconds(7200), retry: .seconds(3600), longestWait: .seconds(3600))
        let events = fetch.events(try request(), reconnecting: policy)
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let reader = Task {
            var failure: FetchFailure?
            do throws(FetchFailure) {
                for try await _ in events { arrival.finish() }
            } catch {
                failure = error
            }
            return failure
        }
        for await _ in arrived {}
        reader.cancel()
        #expect(await reader.value == .transport(.cancelled))
        #expect(backend.exchanges.count == 1)
    }

    @Test func `each iterator starts afresh`() async throws {
        let backend = ConnectionsBackend([
            Connection(pieces: ["id: 1\ndata: a\n\n"]), Self.last, Connection(pieces: ["data: b\n\n"]), Self.last,
        ])
        let events = BudgetedFetch(budget: 100, backend: backend).events(try request(), reconnecting: Self.brisk)
        #expect(await events.collected().elements == [ServerSentEvent(id: "1", data: "a")])
        #expect(await events.collected().elements == [ServerSentEvent(data: "b")])
    }
}
