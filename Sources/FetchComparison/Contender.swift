public import FetchKit

/// A backend that takes part in the comparison.
public struct Contender: Sendable {
    /// The name that divergences, reports and the command line use.
    public let name: String

    /// Whether it must run in a process of its own, because a server can end the process through it.
    public let isIsolated: Bool

    /// Makes a new backend, with connections and threads of its own.
    public let make: @Sendable () -> any FetchBackend

    /// Ends every exchange of a backend that `make` made; `nil` where it cannot be asked to.
    public let stop: (@Sendable (any FetchBackend) -> Void)?

    /// Makes a contender.
    public init(
        _ name: String, isIsolated: Bool = false, stop: (@Sendable (any FetchBackend) -> Void)? = nil,
        make: @escaping @Sendable () -> any FetchBackend
    ) {
        self.name = name
        self.isIsolated = isIsolated
        self.make = make
        self.stop = stop
    }
}
