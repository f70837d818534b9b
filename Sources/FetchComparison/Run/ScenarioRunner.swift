internal import FetchKit
internal import FetchTesting
internal import Synchronization

/// Runs one scenario on one contender in this process, with a server and a backend of its own.
public struct ScenarioRunner: Sendable {
    /// When a run without an outcome counts as hung.
    public let limit: Duration

    /// Makes a runner; by default a run may take 60 s.
    public init(limit: Duration = .seconds(60)) {
        self.limit = limit
    }

    /// Runs a scenario and judges what it came to.
    public func run(_ scenario: Scenario, on contender: Contender) async -> ScenarioResult {
        await judge(scenario, of: contender.name) { try await observe(scenario, on: contender) }
    }

    /// Judges a scenario by what is observed, as often as it takes.
    func judge(
        _ scenario: Scenario, of contender: String, by observe: () async throws -> Observation
    ) async -> ScenarioResult {
        do {
            var observation = try await observe()
            if scenario.memory != nil {
                // The first run brings in what a process holds from then on, and an allocator keeps more at one time than
                // at another: what an exchange needs is the least of a few.
                for _ in 0..<3 {
                    let again = try await observe()
                    if again.memoryGrowth ?? 0 < observation.memoryGrowth ?? 0 { observation = again }
                }
            }
            // A machine that was busy in the wrong place is not so again; a backend that is late is.
            if scenario.isMerelyLate(observation, of: contender) { observation = try await observe() }
            return scenario.judge(observation, of: contender)
        } catch {
            return ScenarioResult(
                scenario: scenario.name, contender: contender, verdict: .unexpected, outcome: "not run",
                milliseconds: 0, wireBytes: 0, message: "the scenario could not be set up: \(error)")
        }
    }

    private func observe(_ scenario: Scenario, on contender: Contender) async throws -> Observation {
        // Both ends of 500 connections are more than the 1024 that a system usually grants before it is asked.
        ProcessFootprint.allowDescriptors(8_192)
        let server = try scenario.startServer()
        let watch = ExchangeWatch()
        let lateness = MachineLateness()
        let memory = scenario.memory == nil ? nil : MemoryWatch()
        let report: ActionReport
        do {
            let backend = contender.make()
            let fetch = BudgetedFetch(policy: scenario.policy, backend: backend) { watch.note($0) }
            var stop: (@Sendable () -> Void)?
            if let stopBackend = contender.stop { stop = { stopBackend(backend) } }
            let run = ActionRun(
                fetch: fetch, watch: watch, server: server,
                requests: scenario.requests.map { $0.urlRequest(to: server) },
                limit: limit, stop: stop)
            report = await run.perform(scenario.action)
            await server.settle(scenario.wire)
        }
        return Observation(
            outcome: report.outcome,
            elapsed: report.elapsed,
            lateness: lateness.end(),
            reply: report.reply,
            file: report.file,
            detail: watch.diagnosis?.reason,
            wire: WireObservation(
                connections: server.journal.connections, decidedAt: report.decidedAt, port: server.port,
                bytesSentWhileHeld: report.bytesSentWhileHeld),
            memoryGrowth: memory?.growth())
    }
}

extension LoopbackServer {
    /// Waits for what is judged and may come after the outcome, while a backend that could keep a connection open still
    /// lives: the end of every connection, and of a body that was sent.
    func settle(_ wire: WireExpectation) async {
        let patience = (wire.peerGoneWithin ?? .zero) + .seconds(2)
        if wire.isBodyWhole == true {
            _ = await journal.first(within: patience) { $0.first?.requests.first?.isComplete == true ? true : nil }
        }
        guard wire.isAboutTheEnd else { return }
        _ = await journal.first(within: patience) { connections in
            connections.allSatisfy { $0.peerClose != nil || $0.serverClosedAt != nil } ? true : nil
        }
    }
}

extension Scenario {
    func startServer() throws -> LoopbackServer {
        switch server {
        case .script(let script): try LoopbackServer(script, options: options)
        case .turns(let scripts): try LoopbackServer(options: options, respond: scripts.inTurn)
        case .routes(let routes): try LoopbackServer(routes: routes, options: options)
        }
    }
}

extension [Script] {
    /// The scripts one after the other, and the last one again and again.
    fileprivate var inTurn: @Sendable (RecordedRequest) -> Script {
        let rest = Mutex(self[...])
        return { _ in
            rest.withLock { rest in
                defer { if rest.count > 1 { rest.removeFirst() } }
                return rest.first ?? [.stall]
            }
        }
    }
}
