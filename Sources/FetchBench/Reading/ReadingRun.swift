import FetchKit
import Foundation

/// Measures what a body costs by the way it is read, on both backends: the median of some rounds.
struct ReadingRun {
    let endpoints: Endpoints
    let rounds: Int

    func run() async throws -> String {
        let contenders = Contender.usual.filter { $0 != .baseline }
        var lines = [row("MiB/s, \(endpoints.server)", contenders.map(\.rawValue))]
        for way in ReadingWay.allCases {
            var cells: [String] = []
            for contender in contenders {
                var rates: [Double] = []
                for _ in 0..<rounds { rates.append(try await rate(of: way, on: contender)) }
                cells.append(String(format: "%.1f", rates.sorted()[rates.count / 2]))
            }
            lines.append(row(way.rawValue, cells))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func rate(of way: ReadingWay, on contender: Contender) async throws -> Double {
        let policy = FetchPolicy(budget: 1 << 30, idleTimeout: .seconds(300))
        let fetch = BudgetedFetch(policy: policy, backend: contender.makeBackend(trusting: nil))
        let url = try endpoints.url(.plain, "/\(way.mebibytes << 20)")
        let start = ContinuousClock.now
        try await way.read(url, with: fetch)
        return Double(way.mebibytes) / (start.duration(to: .now) / .seconds(1))
    }

    private func row(_ name: String, _ cells: [String]) -> String {
        name.padding(toLength: 40, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }.joined()
    }
}
