import FetchKit
import FetchTesting
import Foundation

@testable import FetchComparison

/// Scenarios and contenders that need no network, for the logic around them.
enum Stub {
    static func contender(
        _ name: String = "stub", isIsolated: Bool = false,
        _ answer: @escaping StubBackend.Answer = { _ throws(FetchFailure) in throw .transport(.timedOut) }
    ) -> Contender {
        Contender(name, isIsolated: isIsolated) { StubBackend(answer) }
    }

    static func scenario(_ expected: Outcome = .transport(.timedOut), _ divergences: Divergence...) -> Scenario {
        Scenario("lesson-stub", .lesson, .script(.reply()), expected, because: "it is a stub").with {
            $0.divergences = divergences
        }
    }

    static func observation(
        _ outcome: Outcome, elapsed: Duration = .milliseconds(5), wire: WireObservation? = nil
    ) -> Observation {
        Observation(outcome: outcome, elapsed: elapsed, wire: wire)
    }
}
