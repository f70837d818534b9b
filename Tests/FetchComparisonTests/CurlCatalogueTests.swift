import FetchComparison
import FetchCurl
import Testing

/// The catalogue on the curl backend, in this process: a case for each scenario.
@Suite struct CurlCatalogueTests {
    private static let curl = Contender("curl", stop: { ($0 as? CurlBackend)?.stop() }) { CurlBackend() }

    @Test(arguments: Scenario.all.filter { !$0.isExclusive }.map(\.name))
    func `curl gives the expected outcome`(name: String) async throws {
        let scenario = try #require(Scenario.all.first { $0.name == name })
        let result = await ScenarioRunner().run(scenario, on: Self.curl)
        #expect(result.verdict == .match, "\(result.message)")
    }
}
