import FetchComparison
import FetchCurl
import Testing

/// The catalogue on the curl backend, in this process; what measures the process is left to the command.
@Suite struct CurlCatalogueTests {
    private static let curl = Contender("curl", stop: { ($0 as? CurlBackend)?.stop() }) { CurlBackend() }

    @Test func `curl gives every expected outcome`() async {
        let scenarios = Scenario.all.filter { !$0.isExclusive }
        let report = await ComparisonRun(scenarios, on: [Self.curl], parallelism: 4).run()
        #expect(report.scenarios.count == scenarios.count)
        for row in report.scenarios {
            let cell = row.results["curl"]
            #expect(cell?.verdict == .match, "\(row.name): \(cell?.message ?? "no result")")
        }
    }
}
