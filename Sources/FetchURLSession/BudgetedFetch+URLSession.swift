public import FetchKit

extension BudgetedFetch {
    /// Makes a fetch with a body budget in bytes, the default limits, and the process's shared `URLSession` backend.
    public init(budget: Int) {
        self.init(budget: budget, backend: .urlSession)
    }
}
