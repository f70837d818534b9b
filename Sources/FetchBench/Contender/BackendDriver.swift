import FetchKit
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Drives a backend as a program of its user's does: one task for each request under way.
final class BackendDriver: LoadDriver, Sendable {
    private let backend: any FetchBackend
    private let executor: (any TaskExecutor)?
    private let held = Mutex<[Task<Void, Never>]>([])

    /// Drives a backend, with the measured tasks on an executor where one is given.
    init(_ backend: any FetchBackend, preferring executor: (any TaskExecutor)? = nil) {
        self.backend = backend
        self.executor = executor
    }

    /// A reply that is slow is measured, and a stream that is quiet stays open.
    private static func policy(budget: Int) -> FetchPolicy { FetchPolicy(budget: budget, idleTimeout: .seconds(300)) }

    @concurrent func fetch(_ load: Load, count: Int, width: Int) async throws {
        let fetch = BudgetedFetch(policy: Self.policy(budget: load.replySize), backend: backend)
        let request = load.request
        let tickets = Tickets(count)
        let work = { @Sendable in
            while tickets.take() {
                let reply = try await fetch.run(request)
                guard reply.status / 100 == 2, reply.body.count == load.replySize else {
                    throw BenchFault("status \(reply.status), \(reply.body.count) bytes")
                }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<min(width, count) {
                // A preference for none costs as much as one.
                if let executor {
                    group.addTask(executorPreference: executor, operation: work)
                } else {
                    group.addTask(operation: work)
                }
            }
            try await group.waitForAll()
        }
    }

    func hold(_ url: URL, count: Int) async throws {
        let fetch = BudgetedFetch(policy: Self.policy(budget: 1 << 20), backend: backend)
        let tasks = (0..<count).map { _ in
            Task { @concurrent in
                // How it ends is not measured.
                _ = try? await fetch.run(URLRequest(url: url))
            }
        }
        held.withLock { $0 += tasks }
    }

    func cut(count: Int, every interval: Duration) async throws -> [ContinuousClock.Instant] {
        var instants: [ContinuousClock.Instant] = []
        for _ in 0..<count {
            guard let task = held.withLock({ $0.popLast() }) else { throw BenchFault("fewer requests are held") }
            instants.append(.now)
            task.cancel()
            try await Task.sleep(for: interval)
        }
        return instants
    }
}

extension Load {
    fileprivate var request: URLRequest {
        var request = URLRequest(url: url)
        if let upload {
            request.httpMethod = upload.method
            request.httpBody = Data(count: upload.size)
        }
        return request
    }
}

/// A number of things to do, taken by whoever is free.
private final class Tickets: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    func take() -> Bool { left.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 }
}
