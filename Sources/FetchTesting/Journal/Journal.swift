internal import Synchronization

/// What a loopback server saw: its connections in the order they were accepted, while they go on.
public final class Journal: Sendable {
    /// A moment on the clock of the journal.
    public typealias Instant = ContinuousClock.Instant

    private let state = Mutex(State())

    private struct State {
        var connections: [JournalConnection] = []
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    /// Looks at the connections; `true` once it has what it waited for and has been resumed.
    typealias Check = @Sendable ([JournalConnection]) -> Bool

    private struct Waiter {
        let isSatisfied: Check
        let continuation: CheckedContinuation<Void, Never>
    }

    init() {}

    /// Every connection accepted so far.
    public var connections: [JournalConnection] { state.withLock { $0.connections } }

    /// Every request whose head has been read so far, by connection.
    public var requests: [RecordedRequest] { connections.flatMap(\.requests) }

    /// Bytes the kernel took from the server, on all connections. What it took, it may still hold.
    public var bytesSent: Int { connections.reduce(0) { $0 + $1.bytesSent } }

    /// Starts ``JournalConnection/bytesSentSinceMark`` again from zero on every connection.
    public func mark() {
        state.withLock { state in
            for index in state.connections.indices {
                state.connections[index].bytesSentAtMark = state.connections[index].bytesSent
            }
        }
    }
}

// MARK: Entries

extension Journal {
    /// Enters a connection and returns its number.
    func enter(acceptedAt instant: Instant) -> Int {
        change { connections in
            connections.append(JournalConnection(acceptedAt: instant))
            return connections.count - 1
        }
    }

    /// Changes one connection's entry, and resumes whoever waited for what it now says.
    func update(_ connection: Int, _ body: (inout JournalConnection) -> Void) {
        change { body(&$0[connection]) }
    }

    private func change<Result>(_ body: (inout [JournalConnection]) -> Result) -> Result {
        let (result, satisfied) = state.withLock { state in
            let result = body(&state.connections)
            let connections = state.connections
            let ids = state.waiters.filter { $0.value.isSatisfied(connections) }.keys
            return (result, ids.compactMap { state.waiters.removeValue(forKey: $0)?.continuation })
        }
        for continuation in satisfied { continuation.resume() }
        return result
    }
}

// MARK: Waiting

extension Journal {
    /// Suspends until the check holds, the time is over or the task is cancelled.
    func wait(within limit: Duration, until isSatisfied: @escaping Check) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(until: isSatisfied) }
            // A cancelled sleep means that the wait is over already.
            group.addTask { try? await Task.sleep(for: limit, clock: .continuous) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait(until isSatisfied: @escaping Check) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // Cancelled before it could be entered: the handler has run already and found nothing.
                    if Task.isCancelled || isSatisfied(state.connections) { return true }
                    state.waiters[id] = Waiter(isSatisfied: isSatisfied, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
