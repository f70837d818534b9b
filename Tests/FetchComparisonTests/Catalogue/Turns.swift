/// Lets a few pieces of work run at a time, in the order they come.
actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    /// Runs work once it has its turn.
    func run<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
        let value = await work()
        // The turn goes to the next in line, or back.
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        return value
    }
}
