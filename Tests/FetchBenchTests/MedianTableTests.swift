import class Foundation.JSONSerialization
import Testing

@testable import FetchBench

@Suite struct `A bench's medians` {
    private let small = Workload(name: "small", path: "/", replySize: 1024, count: 100)
    private let large = Workload(name: "large", unit: .mebibytes, path: "/", replySize: 8 << 20, count: 50)

    private func measurement(_ seconds: Double, cpu: Double = 1, count: Int = 100) -> Measurement {
        .init(count: count, seconds: seconds, cpuSeconds: cpu, peakRSSKiB: 1000)
    }

    @Test func `a rate counts requests, or mebibytes of body`() throws {
        var table = MedianTable()
        table.add(measurement(2), of: .curl, in: small, round: 0)
        table.add(measurement(4, count: 50), of: .curl, in: large, round: 0)
        #expect(try #require(table.cell(of: .curl, in: small)).rate == 50)
        #expect(try #require(table.cell(of: .curl, in: large)).rate == 100)
    }

    @Test func `processor time is for the whole count, whatever share of it was asked for`() throws {
        var table = MedianTable()
        table.add(measurement(1, cpu: 2, count: 25), of: .urlsession, in: small, round: 0)
        #expect(try #require(table.cell(of: .urlsession, in: small)).cpuSeconds == 8)
    }

    @Test(arguments: [([1, 10, 2], 50), ([1, 2, 4, 100], 37.5), ([5], 20)] as [([Double], Double)])
    func `one round that was disturbed moves nothing`(seconds: [Double], rate: Double) throws {
        var table = MedianTable()
        for (round, time) in seconds.enumerated() { table.add(measurement(time), of: .curl, in: small, round: round) }
        #expect(try #require(table.cell(of: .curl, in: small)).rate == rate)
    }

    @Test func `a ratio is of the same round`() throws {
        var table = MedianTable()
        // Each round is twice as slow as the one before, for both.
        for (round, time) in [1.0, 2, 4].enumerated() {
            table.add(measurement(time), of: .baseline, in: small, round: round)
            table.add(measurement(time * 1.25, cpu: 3), of: .curl, in: small, round: 2 - round)
        }
        #expect(try #require(table.ratio(of: .curl, in: small)).rate == 0.8)
        #expect(try #require(table.ratio(of: .curl, in: small)).cpu == 3)
        #expect(table.ratio(of: .baseline, in: small) == nil)
    }

    @Test func `a contender with a fault has no figures`() {
        var table = MedianTable()
        table.add(measurement(1), of: .baseline, in: small, round: 0)
        table.add(measurement(1), of: .curl, in: small, round: 0)
        table.add("gone", of: .curl, in: small)
        #expect(table.cell(of: .curl, in: small) == nil)
        #expect(table.ratio(of: .curl, in: small) == nil)
        #expect(table.fault(of: .curl, in: small) == "gone")
    }

    @Test func `the report's JSON has the keys that others read`() throws {
        var table = MedianTable()
        table.add(measurement(1), of: .baseline, in: small, round: 0)
        table.add(measurement(2), of: .curl, in: small, round: 0)
        table.add("cannot", of: .urlsession, in: small)
        let report = BenchReport(workloads: [small], contenders: Contender.usual, table: table, server: "nginx")
        let json = try #require(try JSONSerialization.jsonObject(with: report.json) as? [String: Any])
        let entry = try #require((json["workloads"] as? [[String: Any]])?.first)
        #expect(entry["name"] as? String == "small")
        #expect(entry["unit"] as? String == "requests/s")
        let contenders = try #require(entry["contenders"] as? [String: [String: Any]])
        #expect(Set(try #require(contenders["baseline"]).keys) == ["rate", "cpuSeconds", "peakRSSKiB"])
        #expect(contenders["urlsession"]?["fault"] as? String == "cannot")
        let ratios = try #require(entry["ratios"] as? [String: [String: Double]])
        #expect(ratios == ["curl": ["rate": 0.5, "cpu": 1, "rss": 1]])
    }
}
