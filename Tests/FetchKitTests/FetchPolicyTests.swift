import FetchKit
import Testing

@Suite("A policy") struct FetchPolicyTests {
    @Test func `the defaults are 64 KiB of head, 15 s of silence and 300 s in all`() {
        let policy = FetchPolicy(budget: 1)
        #expect(policy.headBudget == 65_536)
        #expect(policy.idleTimeout == .seconds(15))
        #expect(policy.deadline == .seconds(300))
    }

    @Test func `negative values are zero, when made and when set`() {
        let made = FetchPolicy(budget: .min, headBudget: -1, idleTimeout: .seconds(-1), deadline: .seconds(-1))
        #expect(made == FetchPolicy(budget: 0, headBudget: 0, idleTimeout: .zero, deadline: .zero))
        var set = FetchPolicy(budget: 1)
        set.budget = .min
        set.headBudget = -1
        set.idleTimeout = .seconds(-1)
        set.deadline = .seconds(-1)
        #expect(set == made)
    }

    @Test func `a time beyond the longest is the longest`() {
        let forever = Duration(secondsComponent: .max, attosecondsComponent: 0)
        let policy = FetchPolicy(budget: 0, idleTimeout: forever, deadline: forever)
        #expect(policy.idleTimeout == FetchPolicy.longestTime)
        #expect(policy.deadline == FetchPolicy.longestTime)
    }

    @Test(arguments: [0, -0.0, -1, -.infinity, .nan, -.greatestFiniteMagnitude] as [Double])
    func `seconds that name no timeout leave the policy as it is`(seconds: Double) {
        let policy = FetchPolicy(budget: 1, idleTimeout: .seconds(7))
        #expect(policy.idling(seconds: seconds) == policy)
    }

    @Test(arguments: [.infinity, .greatestFiniteMagnitude, 1e18, 315_360_000] as [Double])
    func `seconds beyond the longest time are clamped`(seconds: Double) {
        #expect(FetchPolicy(budget: 1).idling(seconds: seconds).idleTimeout == FetchPolicy.longestTime)
    }

    @Test func `fractions of a second are kept`() {
        #expect(FetchPolicy(budget: 1).idling(seconds: 0.25).idleTimeout == .milliseconds(250))
    }
}
