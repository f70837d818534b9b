import FetchKit
import Foundation
import Testing

@Suite("The gate's latch") struct GateLatchTests {
    /// Each way a gate can come to refuse.
    static let refusals: [GateRefusal] = [
        .declaredOverBudget(declared: 11, limit: 10), .bodyOverBudget(limit: 10), .headOverBudget(limit: 10),
        .framingFlood(framing: 100, body: 1), .redirect(status: 302), .invalidLength, .unaskedUpgrade,
        .malformedHead("a NUL"), .undecodable("gzip"), .idle(.seconds(1)), .deadline(.seconds(2)), .cancelled,
        .outOfMemory, .requestBodyFailed,
    ]

    /// Each event that would be a refusal of its own, were it the first.
    static let events: [@Sendable (inout ExchangeGate) -> ExchangeGate.Verdict] = [
        { $0.receiveHead(bytes: 1_000_000) },
        { $0.receive(ResponseHead(status: 301, headers: FetchHeaders())) },
        { $0.receive(.ok(("Content-Length", "99"))) },
        { $0.receive(.ok()) },
        { $0.receiveBody(coded: 1_000_000) },
        { $0.receiveBody(decoded: 1_000_000) },
        { $0.receiveBody(decoded: 0) },
        { $0.receiveFraming(total: 1_000_000_000) },
        { $0.expire(at: GateFixture.start.advanced(by: .seconds(1000))) },
        { $0.refuse(.cancelled) },
        { $0.refuse(.unaskedUpgrade) },
    ]

    @Test(arguments: refusals) func `the first refusal outlives every later event`(_ first: GateRefusal) {
        var gate = GateFixture(FetchPolicy(budget: 10, headBudget: 10)).gate
        gate.noteActivity(at: GateFixture.start)
        #expect(gate.refuse(first) == .refuse)
        for event in Self.events {
            #expect(event(&gate) == .refuse)
            #expect(gate.refusal == first)
        }
    }

    @Test(arguments: refusals) func `a refusal becomes one of the three failures and says why`(_ refusal: GateRefusal) {
        let expected: FetchFailure =
            switch refusal {
            case .declaredOverBudget, .bodyOverBudget: .overBudget(limit: 10)
            case .redirect: .redirectRefused(status: 302)
            case .headOverBudget, .framingFlood, .outOfMemory: .transport(.dataLengthExceedsMaximum)
            case .invalidLength, .unaskedUpgrade, .malformedHead: .transport(.badServerResponse)
            case .undecodable: .transport(.cannotDecodeContentData)
            case .requestBodyFailed: .transport(.requestBodyStreamExhausted)
            case .idle, .deadline: .transport(.timedOut)
            case .cancelled: .transport(.cancelled)
            }
        #expect(refusal.failure == expected)
        #expect(!refusal.reason.isEmpty)
        #expect(!refusal.reason.contains("\n"))
    }

    @Test(arguments: [(300, "0.3 s"), (2000, "2 s"), (1050, "1.05 s"), (1, "0.001 s")])
    func `a time limit is told in seconds`(milliseconds: Int, text: String) {
        #expect(GateRefusal.idle(.milliseconds(milliseconds)).reason == "no byte moved for \(text), the idle timeout")
    }
}
