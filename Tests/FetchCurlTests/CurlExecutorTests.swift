import FetchKit
import FetchTesting
import Foundation
import Synchronization
import TestTurns
import Testing

@testable import FetchCurl

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tasks on a loop's own thread.
@Suite(.inTurn) struct `Curl executor` {
    /// True where asked on a loop's thread.
    private static var isOnLoop: Bool {
        (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) == "fetch-curl\n"
    }

    @Test func `a task runs on the loop's thread before a fetch and after it`() async throws {
        let fixture = try CurlFixture([.reply(body: "ok")])
        await withTaskExecutorPreference(fixture.backend.executor) {
            #expect(Self.isOnLoop)
            #expect(await fixture.run().answer.reply?.body == Data("ok".utf8))
            #expect(Self.isOnLoop)
        }
        #expect(!Self.isOnLoop)
    }

    @Test func `many tasks on it fetch at once, beside as many elsewhere`() async throws {
        let fixture = try CurlFixture([.reply(body: "ok")])
        let count = await withTaskGroup { group in
            for index in 0..<400 {
                let executor = index % 2 == 0 ? fixture.backend.executor : nil
                group.addTask(executorPreference: executor) { await fixture.run().answer.reply?.status == 200 }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 400)
    }

    @Test func `a streamed body is read on it piece by piece`() async throws {
        let body = [UInt8](repeating: 1, count: 1_000_000)
        let fixture = try CurlFixture([.reply(body: body)])
        let fetch = BudgetedFetch(budget: 1 << 20, backend: fixture.backend)
        let task = Task(executorPreference: fixture.backend.executor) {
            var read = Data()
            for try await piece in try await fetch.stream(URLRequest(url: fixture.server.url())).body {
                #expect(Self.isOnLoop)
                read.append(piece)
            }
            return read
        }
        #expect(try await task.value == Data(body))
    }

    @Test func `a task that never waits for anything holds up no other exchange`() async throws {
        let fixture = try CurlFixture([.reply(body: "ok")])
        let busy = Task(executorPreference: fixture.backend.executor) {
            var turns = 0
            while !Task.isCancelled {
                await Task.yield()
                turns += 1
            }
            return turns
        }
        for _ in 0..<20 { #expect(await fixture.run().answer.reply?.status == 200) }
        busy.cancel()
        #expect(await busy.value > 20)
    }

    @Test func `one task on it cancels another's fetch`() async throws {
        let fixture = try CurlFixture([.stall])
        let answer = await withTaskExecutorPreference(fixture.backend.executor) {
            async let answer = fixture.run().answer
            _ = await fixture.server.journal.requests(count: 1, within: .seconds(5))
            let task = Task(executorPreference: fixture.backend.executor) { await fixture.run().answer }
            _ = await fixture.server.journal.requests(count: 2, within: .seconds(5))
            task.cancel()
            #expect(await task.value.failure == .transport(.cancelled))
            fixture.backend.stop()
            return await answer
        }
        #expect(answer.failure == .transport(.cancelled))
    }

    @Test func `once the backend is stopped a task goes on elsewhere`() async throws {
        let fixture = try CurlFixture([.reply(body: "ok")])
        await withTaskExecutorPreference(fixture.backend.executor) {
            fixture.backend.stop()
            // The first of these finds the loop still there or not; the last finds it gone.
            for _ in 0..<100 { #expect(await fixture.run().answer.failure == .transport(.cancelled)) }
            #expect(!Self.isOnLoop)
        }
        let late = Task(executorPreference: fixture.backend.executor) { Self.isOnLoop }
        #expect(await !late.value)
    }

    @Test func `where no loop can be made a task runs elsewhere`() async {
        let mailbox = CurlMailbox()
        let task = Task(executorPreference: Posting(mailbox: mailbox)) { Self.isOnLoop }
        CurlLoop.refuseAll(in: mailbox, .lacking("no memory"))
        #expect(await !task.value)
    }

    @Test func `the last reference to the backend may go on it`() async throws {
        let server = try LoopbackServer([.reply(body: "ok")])
        let task = {
            let backend = CurlBackend()
            return Task(executorPreference: backend.executor) {
                let reply = try await BudgetedFetch(budget: 10, backend: backend).run(URLRequest(url: server.url()))
                return reply.status
            }
        }()
        #expect(try await task.value == 200)
        #expect(await server.journal.peerClosed(within: .seconds(5)) != nil)
    }

    @Test func `a process may exit on it, and at once`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([.reply(body: "ok")])
            let backend = CurlBackend()
            let fetch = BudgetedFetch(budget: 10, backend: backend)
            Exit.start.withLock { $0 = .now }
            // Registered before libcurl's and the backend's, so it runs after them.
            atexit { if Exit.start.withLock({ $0.duration(to: .now) }) > .milliseconds(900) { _exit(1) } }
            await withTaskExecutorPreference(backend.executor) {
                _ = try? await fetch.run(URLRequest(url: server.url()))
                Exit.start.withLock { $0 = .now }
                exit(0)
            }
        }
    }

    /// Leaves its tasks to a loop that is not there yet.
    private final class Posting: TaskExecutor {
        let mailbox: CurlMailbox

        init(mailbox: CurlMailbox) { self.mailbox = mailbox }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            if !mailbox.post(job) { CurlWorker.pass(on: job) }
        }
    }

    /// When a process was asked to exit.
    private enum Exit {
        static let start = Mutex(ContinuousClock.now)
    }
}
