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
    ///   - parallelism: How many scenarios run at a time; 8 by default. Exclusive ones run alone, after the others, and
    ///     so does again what missed only a window of time.
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
        let (results, late) = await run(pairs.filter { !$0.0.isExclusive }, atATime: parallelism)
        let (others, _) = await run(pairs.filter { $0.0.isExclusive } + late, atATime: 1)
        return ComparisonReport(
            scenarios: scenarios, contenders: contenders.map(\.name), results: results + others)
    }

    private typealias Pair = (Scenario, Contender)

    /// Runs pairs; those that missed a window among others have no result yet and are to be measured again alone, where
    /// a delay is the contender's own.
    private func run(_ pairs: [Pair], atATime width: Int) async -> (results: [ScenarioResult], late: [Pair]) {
        await withTaskGroup(of: (Pair, ScenarioResult).self) { group in
            var rest = pairs[...]
            func startNext() {
                guard let pair = rest.popFirst() else { return }
                group.addTask { (pair, await run(pair.0, on: pair.1)) }
            }
            for _ in 0..<width { startNext() }
            var results: [ScenarioResult] = []
            var late: [Pair] = []
            for await (pair, result) in group {
                if width > 1 && pair.0.mayBeLate(result) {
                    late.append(pair)
                } else {
                    progress(result)
                    results.append(result)
                }
                startNext()
            }
            return (results, late)
        }
    }

    private func run(_ scenario: Scenario, on contender: Contender) async -> ScenarioResult {
        if contender.isIsolated, let child { return await child.run(scenario, on: contender.name) }
        return await runner.run(scenario, on: contender)
    }
}

extension Scenario {
    /// Whether a result has the expected outcome and misses something else, where a window is part of what is expected.
    fileprivate func mayBeLate(_ result: ScenarioResult) -> Bool {
        let hasWindow = time != nil || wire.peerGoneWithin != nil
        return hasWindow && result.verdict == .unexpected && result.outcome == expected.description
    }
}
