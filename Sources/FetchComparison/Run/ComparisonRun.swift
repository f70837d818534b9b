/// Runs scenarios on contenders, several at a time, each with a server of its own.
public struct ComparisonRun: Sendable {
    /// Hears each result as it comes, in no order.
    public typealias Progress = @Sendable (ScenarioResult) -> Void

    private let scenarios: [Scenario]
    private let contenders: [Contender]
    private let parallelism: Int
    private let runner: ScenarioRunner
    private let child: ChildRunner?
    private let progress: Progress

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - scenarios: What to run; by default the whole catalogue.
    ///   - contenders: The backends to run it on.
    ///   - parallelism: How many scenarios run at a time; 8 by default. Exclusive ones run alone, after the others.
    ///   - runner: Runs a scenario in this process.
    ///   - child: Runs a scenario of an isolated contender; without one those run in this process too.
    ///   - progress: Hears each result.
    public init(
        _ scenarios: [Scenario] = Scenario.all, on contenders: [Contender], parallelism: Int = 8,
        runner: ScenarioRunner = ScenarioRunner(), child: ChildRunner? = nil,
        progress: @escaping Progress = { _ in }
    ) {
        self.scenarios = scenarios
        self.contenders = contenders
        self.parallelism = max(1, parallelism)
        self.runner = runner
        self.child = child
        self.progress = progress
    }

    /// Runs everything and reports in the order of the scenarios and contenders.
    public func run() async -> ComparisonReport {
        let pairs = scenarios.flatMap { scenario in contenders.map { (scenario, $0) } }
        let shared = pairs.filter { !$0.0.isExclusive }
        let exclusive = pairs.filter { $0.0.isExclusive }
        let results = await run(shared, atATime: parallelism) + run(exclusive, atATime: 1)
        return ComparisonReport(scenarios: scenarios, contenders: contenders.map(\.name), results: results)
    }

    private func run(_ pairs: [(Scenario, Contender)], atATime width: Int) async -> [ScenarioResult] {
        await withTaskGroup(of: ScenarioResult.self) { group in
            var rest = pairs[...]
            func startNext() {
                guard let (scenario, contender) = rest.popFirst() else { return }
                group.addTask { await run(scenario, on: contender) }
            }
            for _ in 0..<width { startNext() }
            var results: [ScenarioResult] = []
            for await result in group {
                progress(result)
                results.append(result)
                startNext()
            }
            return results
        }
    }

    private func run(_ scenario: Scenario, on contender: Contender) async -> ScenarioResult {
        if contender.isIsolated, let child { return await child.run(scenario, on: contender.name) }
        return await runner.run(scenario, on: contender)
    }
}
