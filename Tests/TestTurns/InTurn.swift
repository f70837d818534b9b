public import Testing

/// Runs each test of a suite in its turn, a few at a time in the whole process.
///
/// A process with two cores runs two tasks at a time. Tests that all start at once queue hundreds of them, and whoever
/// then waits for a moment of time is resumed seconds after it.
public struct InTurn: SuiteTrait, TestTrait, TestScoping {
    private static let turns = Turns(8)

    /// True: a suite hands it on to its tests.
    public var isRecursive: Bool { true }

    /// This for each case of a test.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> InTurn? {
        // A suite is no piece of work: its tests are.
        testCase == nil ? nil : self
    }

    /// Runs a case once it has its turn.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Self.turns.run(function)
    }
}

extension Trait where Self == InTurn {
    /// Each test waits for its turn.
    public static var inTurn: InTurn { InTurn() }
}
