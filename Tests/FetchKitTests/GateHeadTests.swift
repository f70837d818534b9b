import FetchKit
import Testing

@Suite("The gate's head and framing") struct GateHeadTests {
    @Test func `heads of exactly the head budget pass and one byte more is refused`() {
        var gate = GateFixture(FetchPolicy(budget: 0, headBudget: 100)).gate
        #expect(gate.receiveHead(bytes: 60) == .pass)
        #expect(gate.receiveHead(bytes: 40) == .pass)
        #expect(gate.receiveHead(bytes: 1) == .refuse)
        #expect(gate.refusal == .headOverBudget(limit: 100))
        #expect(gate.headBytes == 101)
    }

    @Test(arguments: [301, 302, 303, 305, 307, 308])
    func `a redirect status is refused`(status: Int) {
        var gate = GateFixture(FetchPolicy(budget: 0)).gate
        #expect(gate.receive(ResponseHead(status: status, headers: FetchHeaders())) == .refuse)
        #expect(gate.refusal == .redirect(status: status))
    }

    @Test(arguments: [200, 300, 304, 306, 400, 401, 404, 500, 999])
    func `any other final status passes`(status: Int) {
        var gate = GateFixture(FetchPolicy(budget: 0)).gate
        #expect(gate.receive(ResponseHead(status: status, headers: FetchHeaders([("Location", "/")]))) == .pass)
        #expect(gate.completion == .whole)
    }

    @Test func `an upgrade nobody asked for is refused`() {
        var gate = GateFixture(FetchPolicy(budget: 0)).gate
        #expect(gate.receive(ResponseHead(status: 101, headers: FetchHeaders())) == .refuse)
        #expect(gate.refusal == .unaskedUpgrade)
    }

    @Test func `a length that contradicts itself is refused`() {
        var gate = GateFixture(FetchPolicy(budget: 10)).gate
        #expect(gate.receive(.ok(("Content-Length", "2"), ("Content-Length", "3"))) == .refuse)
        #expect(gate.refusal == .invalidLength)
    }

    @Test func `a redirect is reported before an invalid length`() {
        var gate = GateFixture(FetchPolicy(budget: 10)).gate
        _ = gate.receive(ResponseHead(status: 302, headers: FetchHeaders([("Content-Length", "x")])))
        #expect(gate.refusal == .redirect(status: 302))
    }

    @Test(arguments: [0, 1, 1000])
    func `framing of the head budget and its allowance passes and one byte more is a flood`(body: Int) {
        var gate = GateFixture(FetchPolicy(budget: 1000, headBudget: 100)).gate
        _ = gate.receiveHead(bytes: 50)
        _ = gate.receiveBody(coded: body)
        let limit = 100 + 16 * body
        #expect(gate.receiveFraming(total: limit) == .pass)
        #expect(gate.receiveFraming(total: limit + 1) == .refuse)
        #expect(gate.refusal == .framingFlood(framing: limit + 1, body: body))
    }

    @Test func `a head budget without limit never overflows`() {
        var gate = GateFixture(FetchPolicy(budget: .max, headBudget: .max)).gate
        _ = gate.receiveBody(coded: 1000)
        #expect(gate.receiveFraming(total: .max) == .pass)
    }

    @Test func `the stage follows the bytes`() {
        var gate = GateFixture(FetchPolicy(budget: 10)).gate
        #expect(gate.stage == .connect)
        _ = gate.receiveHead(bytes: 1)
        #expect(gate.stage == .head)
        _ = gate.receive(.ok())
        #expect(gate.stage == .body)
    }
}
