import FetchKit
import Testing

@Suite("The gate's time") struct GateTimeTests {
    static let start = GateFixture.start
    static let policy = FetchPolicy(budget: 10, idleTimeout: .milliseconds(300), deadline: .seconds(1))
    static func after(_ milliseconds: Int) -> MonotonicInstant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    @Test func `silence counts from the first activity, not from the start`() {
        var gate = GateFixture(Self.policy).gate
        #expect(gate.nextExpiry(from: Self.after(100)) == Self.after(400))
        #expect(gate.nextExpiry(from: Self.after(900)) == Self.after(1000))
        #expect(gate.expire(at: Self.after(999)) == .pass)
    }

    @Test func `silence is refused at exactly the idle timeout`() {
        var gate = GateFixture(Self.policy).gate
        gate.noteActivity(at: Self.after(100))
        #expect(gate.nextExpiry(from: Self.start) == Self.after(400))
        #expect(gate.expire(at: Self.after(400).advanced(by: .nanoseconds(-1))) == .pass)
        #expect(gate.expire(at: Self.after(400)) == .refuse)
        #expect(gate.refusal == .idle(.milliseconds(300)))
    }

    @Test func `activity starts the silence anew`() {
        var gate = GateFixture(Self.policy).gate
        for moment in stride(from: 0, through: 800, by: 200) {
            #expect(gate.expire(at: Self.after(moment)) == .pass)
            gate.noteActivity(at: Self.after(moment))
        }
        #expect(gate.nextExpiry(from: Self.start) == Self.after(1000))
    }

    @Test func `the deadline is refused at exactly its moment, however lively the exchange`() {
        var gate = GateFixture(Self.policy).gate
        gate.noteActivity(at: Self.after(999))
        #expect(gate.expire(at: Self.after(1000).advanced(by: .nanoseconds(-1))) == .pass)
        #expect(gate.expire(at: Self.after(1000)) == .refuse)
        #expect(gate.refusal == .deadline(.seconds(1)))
    }

    @Test func `a deadline shorter than the idle timeout comes first`() {
        var gate = GateFixture(FetchPolicy(budget: 0, idleTimeout: .seconds(5), deadline: .seconds(1))).gate
        gate.noteActivity(at: Self.start)
        #expect(gate.nextExpiry(from: Self.start) == Self.after(1000))
        #expect(gate.expire(at: Self.after(1000)) == .refuse)
        #expect(gate.refusal == .deadline(.seconds(1)))
    }

    @Test func `times of zero are over at once`() {
        var idle = GateFixture(FetchPolicy(budget: 0, idleTimeout: .zero)).gate
        idle.noteActivity(at: Self.start)
        #expect(idle.expire(at: Self.start) == .refuse)
        var deadline = GateFixture(FetchPolicy(budget: 0, deadline: .zero)).gate
        #expect(deadline.expire(at: Self.start) == .refuse)
    }

    @Test func `the longest times do not overflow the clock`() {
        let forever = Duration(secondsComponent: .max, attosecondsComponent: 0)
        var policy = FetchPolicy(budget: 0)
        policy.idleTimeout = forever
        policy.deadline = forever
        var gate = GateFixture(policy).gate
        gate.noteActivity(at: Self.start)
        #expect(gate.nextExpiry(from: Self.start) == Self.start.advanced(by: FetchPolicy.longestTime))
    }

    @Test func `a sender held back is not silent, and is timed anew when it goes on`() {
        var gate = ExchangeGate(
            policy: FetchPolicy(budget: 1, idleTimeout: .seconds(1), deadline: .seconds(10)), method: "GET",
            start: Self.start)
        gate.noteActivity(at: Self.start)
        gate.hold()
        let later = Self.start.advanced(by: .seconds(5))
        #expect(gate.expire(at: later) == .pass)
        #expect(gate.nextExpiry(from: later) == later.advanced(by: .seconds(1)))
        gate.release(at: later)
        #expect(gate.expire(at: later.advanced(by: .milliseconds(999))) == .pass)
        gate.hold()
        #expect(gate.expire(at: Self.start.advanced(by: .seconds(10))) == .refuse)
        #expect(gate.refusal == .deadline(.seconds(10)))
    }
}
