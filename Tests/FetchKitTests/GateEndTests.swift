import FetchKit
import Testing

@Suite("The gate's end") struct GateEndTests {
    @Test func `an end before the head is cut short`() {
        let gate = GateFixture(FetchPolicy(budget: 10)).gate
        #expect(gate.completion == .cutShort("the connection ended before the end of the reply's head"))
    }

    @Test(arguments: [(0, false), (9, false), (10, true), (11, true)])
    func `a body is whole once the declared length is reached`(bytes: Int, whole: Bool) {
        var gate = GateFixture(FetchPolicy(budget: 100)).gate
        _ = gate.receive(.ok(("Content-Length", "10")))
        _ = gate.receiveBody(coded: bytes)
        #expect((gate.completion == .whole) == whole)
    }

    @Test func `a cut body says how much was missing`() {
        var gate = GateFixture(FetchPolicy(budget: 100)).gate
        _ = gate.receive(.ok(("Content-Length", "10")))
        _ = gate.receiveBody(coded: 7)
        #expect(gate.completion == .cutShort("the connection ended 3 bytes short of the declared length"))
    }

    @Test func `a coded body is whole by its coded bytes`() {
        var gate = GateFixture(FetchPolicy(budget: 100)).gate
        _ = gate.receive(.ok(("Content-Length", "10"), ("Content-Encoding", "gzip")))
        _ = gate.receiveBody(decoded: 50)
        #expect(gate.completion != .whole)
        _ = gate.receiveBody(coded: 10)
        #expect(gate.completion == .whole)
    }

    @Test(
        "a body without a declared length is whole when it ends",
        arguments: [("GET", ResponseHead.ok()), ("HEAD", ResponseHead.ok(("Content-Length", "100000000")))])
    func undeclared(method: String, head: ResponseHead) {
        var gate = GateFixture(FetchPolicy(budget: 100), method: method).gate
        _ = gate.receive(head)
        #expect(gate.completion == .whole)
    }
}
