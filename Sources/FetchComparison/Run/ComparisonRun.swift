/// Runs scenarios on contenders, several at a time, each with a server of its own.
public struct ComparisonRun: Sendable {
    /// Hears each result as it comes, in no order.
    public typealias Progress = @Sendable (ScenarioResult) -> Void

    private let scenarios: [Scenario]
    private let entrants: [Entrant]
    private let parallelism: Int
    private let runner: ScenarioRunner
    private let child: ChildRunner?
    private let progress: Progress

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - scenarios: What to run; by default the whole catalogue.
    ///   - contenders: The backends to run it on.
    ///   - programs: Outside programs to run it on besides, of which nothing is asserted.
    ///   - parallelism: How many scenarios run at a time; 8 by default. Exclusive ones run alone, after the others.
    ///   - runner: Runs a scenario in this process.
    ///   - child: Runs a scenario of an isolated contender; without one those run in this process too.
    ///   - progress: Hears each result.
    public init(
        _ scenarios: [Scenario] = Scenario.all, on contenders: [Contender], programs: [OutsideProgram] = [],
        parallelism: Int = 8,
        runner: ScenarioRunner = ScenarioRunner(), child: ChildRunner? = nil,
        progress: @escaping Progress = { _ in }
    ) {
        self.scenarios = scenarios
        entrants = contenders.map(Entrant.backend) + programs.map(Entrant.program)
        self.parallelism = max(1, parallelism)
        self.runner = runner
        self.child = child
        self.progress = progress
    }

    /// Runs everything and reports in the order of the scenarios and contenders.
    public func run() async -> ComparisonReport {
        let pairs = scenarios.flatMap { scenario in entrants.map { (scenario, $0) } }
        let shared = pairs.filter { !$0.0.isExclusive }
        let exclusive = pairs.filter { $0.0.isExclusive }
        let results = await run(shared, atATime: parallelism) + run(exclusive, atATime: 1)
        return ComparisonReport(
            scenarios: scenarios, contenders: entrants.compactMap(\.contender?.name),
            programs: entrants.compactMap(\.program?.name), results: results)
    }

    private func run(_ pairs: [(Scenario, Entrant)], atATime width: Int) async -> [ScenarioResult] {
        await withTaskGroup(of: ScenarioResult.self) { group in
            var rest = pairs[...]
            func startNext() {
                guard let (scenario, entrant) = rest.popFirst() else { return }
                group.addTask { await run(scenario, on: entrant) }
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

    private func run(_ scenario: Scenario, on entrant: Entrant) async -> ScenarioResult {
        switch entrant {
        case .program(let program): return await ProgramRunner().run(scenario, on: program)
        case .backend(let contender):
            if contender.isIsolated, let child { return await child.run(scenario, on: contender.name) }
            return await runner.run(scenario, on: contender)
        }
    }
}

/// What has a column in a comparison.
private enum Entrant: Sendable {
    case backend(Contender)
    case program(OutsideProgram)

    var contender: Contender? { if case .backend(let contender) = self { contender } else { nil } }
    var program: OutsideProgram? { if case .program(let program) = self { program } else { nil } }
}
