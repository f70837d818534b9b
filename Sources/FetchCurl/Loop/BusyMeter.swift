internal import FetchKit

/// Tells, window by window, how much of a processor's time a loop uses; and never so much that its origins would spread,
/// where no processor is free for another loop.
struct BusyMeter {
    /// Over what time it is counted: 20 ms, in nanoseconds.
    static let window: Int64 = 20_000_000
    /// How many windows the machine's idle time is counted over, since it is told in steps of 10 ms.
    static let idleWindows: Int64 = 5

    private var start: MonotonicInstant
    private var used: Int64
    private var idleMark: (at: MonotonicInstant, total: Int64)?
    private var hasFreeProcessor = false

    init(start: MonotonicInstant, processorTime: Int64) {
        self.start = start
        used = processorTime
    }

    /// How many of a thousand parts of the window were work, where one has come to its end.
    ///
    /// Only then is the thread's processor time asked for, and the machine's idle time only where the loop has none left;
    /// both in nanoseconds. Where the machine does not tell, it is taken to have processors enough.
    mutating func read(
        at now: MonotonicInstant, processorTime: () -> Int64, idleTime: () -> Int64?
    ) -> Int? {
        let whole = now.nanoseconds - start.nanoseconds
        guard whole >= Self.window else { return nil }
        let total = processorTime()
        defer { (start, used) = (now, total) }
        let busy = Int(min(max(0, total - used), whole) * 1000 / whole)
        guard busy >= LoopPlacement.saturation else { return busy }
        lookForFreeProcessor(at: now, idleTime)
        return hasFreeProcessor ? busy : LoopPlacement.saturation - 1
    }

    private mutating func lookForFreeProcessor(at now: MonotonicInstant, _ idleTime: () -> Int64?) {
        let (span, age) = (Self.window * Self.idleWindows, idleMark.map { now.nanoseconds - $0.at.nanoseconds } ?? .max)
        guard age >= span else { return }
        guard let total = idleTime() else { return hasFreeProcessor = true }
        // What was idle before this loop had its hands full says nothing.
        hasFreeProcessor = age < span * 2 && (total - (idleMark?.total ?? total)) * 2 >= age
        idleMark = (now, total)
    }
}
