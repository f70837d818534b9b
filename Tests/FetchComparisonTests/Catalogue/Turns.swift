/// Lets a few pieces of work run at a time, in the order they come.
actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    /// Runs work once it has its turn; not on this actor, where one piece would wait for another.
    nonisolated func run<Value: Sendable>(_ work: () async -> Value) async -> Value {
        await take()
        let value = await work()
        await giveBack()
        return value
    }

    private func take() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    private func giveBack() {
        // The turn goes to the next in line, if there is one.
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
