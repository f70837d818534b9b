internal import FetchKit

extension Scenario {
    /// Judges what a run came to on a contender. Pure.
    func judge(_ observation: Observation, of contender: String) -> ScenarioResult {
        let faults = faults(in: observation)
        let (verdict, comment) = verdict(observation.outcome, Set(faults.keys), divergence(of: contender))
        return result(observation, of: contender, verdict, faults, comment)
    }

    /// Says how a run of an outside program stands to what is expected; nothing is asserted of it. Pure.
    func judge(_ observation: Observation, ofProgram program: String) -> ScenarioResult {
        let faults = faults(in: observation)
        let isRight = observation.outcome == expected && faults.isEmpty
        return result(observation, of: program, isRight ? .match : .differs, faults, nil)
    }

    private func result(
        _ observation: Observation, of contender: String, _ verdict: Verdict, _ faults: Faults, _ comment: String?
    ) -> ScenarioResult {
        let details = Divergence.Aspect.allCases.flatMap { faults[$0] ?? [] }
        return ScenarioResult(
            scenario: name,
            contender: contender,
            verdict: verdict,
            outcome: observation.outcome.description,
            milliseconds: observation.elapsed.wholeMilliseconds,
            wireBytes: observation.wire?.bytesSent ?? 0,
            wire: observation.wire.map(WireFigures.init),
            missed: faults.isEmpty ? nil : faults.keys.map(\.rawValue).sorted(),
            message: verdict == .match ? "" : message(observation, details: details, comment: comment))
    }

    /// The verdict, and what a declared divergence adds to it.
    private func verdict(
        _ outcome: Outcome, _ missed: Set<Divergence.Aspect>, _ divergence: Divergence?
    ) -> (Verdict, String?) {
        let isRight = expected.isMet(by: outcome) && missed.isEmpty
        guard let divergence else { return (isRight ? .match : .unexpected, nil) }
        let declared = divergence.outcomes ?? [expected]
        if isRight {
            // Declared to give now one outcome and now another: this one is as right as any.
            if divergence.outcomes?.contains(expected) == true { return (.match, nil) }
            return (.unexpected, "the declared divergence no longer holds (\(divergence.reason)); take it out")
        }
        guard declared.contains(where: { $0.isMet(by: outcome) }) else {
            return (.unexpected, "declared instead: \(declared.map(\.description).sorted().joined(separator: " or "))")
        }
        let undeclared = missed.subtracting(divergence.misses)
        guard undeclared.isEmpty else {
            return (.unexpected, "not declared to miss: \(undeclared.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        if case .crashed = outcome { return (.crashed, divergence.reason) }
        return (.divergence, divergence.reason)
    }

    private func message(_ observation: Observation, details: [String], comment: String?) -> String {
        var parts = ["expected \(expected), came \(observation.outcome)"]
        if let detail = observation.detail { parts[0] += " (\(detail))" }
        parts += details
        if let comment { parts.append(comment) }
        parts.append("why it is expected: \(reason)")
        return parts.joined(separator: "; ")
    }
}

extension Duration {
    /// Milliseconds, the rest cut off.
    var wholeMilliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
