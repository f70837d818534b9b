import Foundation

/// Makes one contender do what a workload asks.
protocol LoadDriver {
    /// Fetches `count` replies, `width` at a time, and checks each.
    func fetch(_ load: Load, count: Int, width: Int) async throws

    /// Starts requests whose replies never end; returns without waiting for them.
    func hold(_ url: URL, count: Int) async throws

    /// Cancels held requests one by one, an interval apart, and says when each was.
    func cut(count: Int, every interval: Duration) async throws -> [ContinuousClock.Instant]
}

/// A request as each contender is given it.
struct Load: Sendable {
    let url: URL
    let replySize: Int
    let upload: Workload.Upload?
}
