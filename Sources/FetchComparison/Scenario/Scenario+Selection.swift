extension [Scenario] {
    /// The scenarios that match any of the texts, as ``Scenario/matches(_:)`` has it; all of them where there is none.
    public func matching(_ filters: String...) -> [Scenario] {
        filters.isEmpty ? self : filter { scenario in filters.contains(where: scenario.matches) }
    }

    /// The scenarios with a divergence of one more contender in those of these names.
    public func declaring(_ divergence: Divergence, in names: String...) -> [Scenario] {
        map { scenario in names.contains(scenario.name) ? scenario.with { $0.divergences.append(divergence) } : scenario
        }
    }
}
