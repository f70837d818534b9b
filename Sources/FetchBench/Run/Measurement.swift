/// What one process measured of one workload; its last line of output, as JSON.
struct Measurement: Codable, Sendable {
    /// Exchanges measured, all of them right.
    var count: Int
    var seconds: Double
    /// User and system, of the whole process.
    var cpuSeconds: Double
    /// The most memory the process had resident at any time.
    var peakRSSKiB: Int
    /// From a cancellation to the server being told.
    var latency: Latency?

    struct Latency: Codable, Sendable {
        var p50Milliseconds: Double
        var p99Milliseconds: Double

        /// The percentiles of times in seconds; `nil` where there are none.
        init?(_ times: [Double]) {
            guard !times.isEmpty else { return nil }
            let sorted = times.sorted()
            func percentile(_ percent: Int) -> Double {
                sorted[min(sorted.count - 1, sorted.count * percent / 100)] * 1000
            }
            p50Milliseconds = percentile(50)
            p99Milliseconds = percentile(99)
        }
    }
}
