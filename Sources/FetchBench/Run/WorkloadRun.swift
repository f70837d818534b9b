import FetchTesting
import Foundation

/// Measures one workload on one contender, in this process.
struct WorkloadRun {
    let workload: Workload
    let contender: Contender
    let endpoints: Endpoints
    /// How many exchanges; the contender's own number where `nil`.
    var count: Int?

    private var measuredCount: Int { count ?? contender.count(for: workload) }

    func run(since processStart: ContinuousClock.Instant) async throws -> Measurement {
        ProcessFootprint.allowDescriptors(1 << 16)
        let driver = try contender.makeDriver(trusting: endpoints.rootsFile)
        if case .cuts = workload.kind { return try await cut(driver) }
        let load = Load(
            url: try endpoints.url(workload.origin, workload.path), replySize: workload.replySize,
            upload: workload.upload)
        if case .firstReply = workload.kind {
            try await driver.fetch(load, count: 1, width: 1)
            return measurement(of: 1, since: processStart, cpu: 0)
        }
        if case .replies = workload.kind {
            // One first, so that HTTP/2 has the connection that the others share.
            try await driver.fetch(load, count: 1, width: 1)
            try await driver.fetch(load, count: workload.width * 2, width: workload.width)
        }
        let quiet = try await openQuietStreams(driver)
        defer { quiet?.stop() }
        let (start, cpu) = (ContinuousClock.now, ProcessUsage().cpuSeconds)
        try await driver.fetch(load, count: measuredCount, width: workload.width)
        return measurement(of: measuredCount, since: start, cpu: cpu)
    }

    /// Opens the streams that stay quiet. Their server is in this process, where it can be seen that all are open; from
    /// then on it does nothing.
    private func openQuietStreams(_ driver: any LoadDriver) async throws -> LoopbackServer? {
        workload.quietCount == 0 ? nil : try await hold(workload.quietCount, driver)
    }

    private func hold(_ count: Int, _ driver: any LoadDriver) async throws -> LoopbackServer {
        let server = try LoopbackServer([.head(status: 200, ["Content-Length": "1000"]), .send("x"), .stall])
        try await driver.hold(server.url(), count: count)
        let areOpen = await server.journal.first(within: .seconds(20)) { connections in
            connections.count { $0.bytesSent > 0 } >= count ? true : nil
        }
        guard areOpen != nil else {
            throw BenchFault("after 20 s not all of \(count) streams were open")
        }
        return server
    }

    /// Cancels one by one what is held beyond the width. A cancellation and the close it led to are paired in order.
    private func cut(_ driver: any LoadDriver) async throws -> Measurement {
        let count = measuredCount
        let server = try await hold(workload.width + count, driver)
        defer { server.stop() }
        let (start, cpu) = (ContinuousClock.now, ProcessUsage().cpuSeconds)
        let cuts = try await driver.cut(count: count, every: .milliseconds(4))
        let closes = await server.journal.first(within: .seconds(5)) { connections in
            let closes = connections.compactMap(\.peerClose?.instant)
            return closes.count >= cuts.count ? closes.sorted() : nil
        }
        guard let closes else { throw BenchFault("a cancellation had not reached the server after 5 s") }
        var measurement = measurement(of: count, since: start, cpu: cpu)
        measurement.latency = Measurement.Latency(zip(cuts, closes).map { $0.duration(to: $1) / .seconds(1) })
        return measurement
    }

    private func measurement(of count: Int, since start: ContinuousClock.Instant, cpu: Double) -> Measurement {
        let seconds = start.duration(to: .now) / .seconds(1)
        let usage = ProcessUsage()
        return Measurement(
            count: count, seconds: seconds, cpuSeconds: usage.cpuSeconds - cpu, peakRSSKiB: usage.peakRSSKiB)
    }
}
