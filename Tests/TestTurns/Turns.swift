/// Lets a few pieces of work run at a time, in the order they come.
public actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Makes as many turns as may be taken at a time.
    public init(_ count: Int) {
        free = count
    }

    /// Runs work once it has its turn; not on this actor, where one piece would wait for another.
    public nonisolated func run<Value: Sendable, Failure>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await take()
        do throws(Failure) {
            let value = try await work()
            await giveBack()
            return value
        } catch {
            await giveBack()
            throw error
        }
    }

    private func take() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    private func giveBack() {
        // The turn goes to the next in line, if there is one.
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
