import FetchKit
import FetchTesting
import Foundation
import Synchronization
import Testing

@testable import FetchURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionTests {
    @Suite("Cancellation") struct Cancellation {
        typealias Outcome = Result<FetchReply, FetchFailure>

        private func start(_ url: URL, on session: ExchangeSession) -> Task<Outcome, Never> {
            let exchange = FetchExchange(request: URLRequest(url: url), policy: FetchPolicy(budget: 10_000_000))
            return Task { () async -> Outcome in
                do throws(FetchFailure) { return .success(try await session.perform(exchange)) } catch {
                    return .failure(error)
                }
            }
        }

        private func failure(_ outcome: Outcome) -> FetchFailure? {
            if case .failure(let failure) = outcome { failure } else { nil }
        }

        @Test(
            arguments: [
                [.stall], [.head(status: 200, ["Content-Length": "9"]), .send("half"), .stall],
            ] as [Script])
        func `cancelling answers at once and reaches the wire`(script: Script) async throws {
            let server = try LoopbackServer(script)
            let backend = URLSessionBackend()
            let task = start(server.url(), on: backend.session)
            _ = await server.journal.requests(count: 1, within: .seconds(5))
            let cancelled = ContinuousClock.now
            task.cancel()
            #expect(failure(await task.value) == .transport(.cancelled))
            // Against a stall that has no end; an idle machine takes a millisecond.
            #expect(cancelled.duration(to: .now) < .seconds(5))
            let gone = try #require(await server.journal.peerClosed(within: .seconds(5)))
            #expect(cancelled.duration(to: gone) < .seconds(5))
        }

        @Test func `an exchange cancelled before it starts opens nothing`() async throws {
            let server = try LoopbackServer(.reply())
            let backend = URLSessionBackend()
            let gate = Mutex<CheckedContinuation<Void, Never>?>(nil)
            let exchange = FetchExchange(request: URLRequest(url: server.url()), policy: FetchPolicy(budget: 1))
            let task = Task {
                await withTaskCancellationHandler {
                    await withCheckedContinuation { continuation in
                        let isOver = gate.withLock { held in
                            if !Task.isCancelled { held = continuation }
                            return Task.isCancelled
                        }
                        if isOver { continuation.resume() }
                    }
                } onCancel: {
                    gate.withLock { $0.take() }?.resume()
                }
                await #expect(throws: FetchFailure.transport(.cancelled)) { try await backend.perform(exchange) }
            }
            task.cancel()
            await task.value
            // A later exchange on the same session has been through: the cancelled one would have come before it.
            _ = try await backend.perform(exchange)
            #expect(server.journal.requests.count == 1)
        }

        @Test func `two hundred cancels with jitter are answered once each`() async throws {
            let resetting = try LoopbackServer([.head(status: 200), .reset])
            let stalling = try LoopbackServer([.stall])
            let closed = try LoopbackServer(.reply())
            closed.stop()
            let urls = [resetting.url(), closed.url(), stalling.url()]
            let backend = URLSessionBackend()
            let answers = await withTaskGroup(of: (URL, FetchFailure?).self) { group in
                for number in 0..<200 {
                    let url = urls[number % urls.count]
                    let task = start(url, on: backend.session)
                    group.addTask {
                        try? await Task.sleep(for: .microseconds(number * 10))
                        task.cancel()
                        return (url, failure(await task.value))
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 200)
            #expect(answers.allSatisfy { $0.1 != nil })
            #expect(answers.filter { $0.0 == stalling.url() }.allSatisfy { $0.1 == .transport(.cancelled) })
        }

        @Test func `releasing a backend answers what still runs on it, at once`() async throws {
            let server = try LoopbackServer([.stall])
            var backend: URLSessionBackend? = URLSessionBackend()
            let session = try #require(backend?.session)
            let tasks = (0..<5).map { _ in start(server.url(), on: session) }
            _ = await server.journal.requests(count: 5, within: .seconds(5))
            let released = ContinuousClock.now
            backend = nil
            for task in tasks { #expect(failure(await task.value) == .transport(.cancelled)) }
            #expect(released.duration(to: .now) < .seconds(5))
            for number in 0..<5 {
                #expect(await server.journal.peerClosed(connection: number, within: .seconds(5)) != nil)
            }
            #expect(failure(await start(server.url(), on: session).value) == .transport(.cancelled))
        }

        @Test func `fifty backends released leave no connection open`() async throws {
            let server = try LoopbackServer(.reply(body: "ok"))
            let request = URLRequest(url: server.url())
            for _ in 0..<50 { _ = try await BudgetedFetch(budget: 2, backend: URLSessionBackend()).run(request) }
            let closed = await server.journal.first(within: .seconds(5)) { connections in
                connections.count == 50 && connections.allSatisfy { $0.peerClose != nil } ? true : nil
            }
            #expect(closed == true)
        }
    }
}
