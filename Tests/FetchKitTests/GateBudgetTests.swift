import FetchKit
import Testing

@Suite("The gate's body budget") struct GateBudgetTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let head: ResponseHead
        let chunk: Int
        var isDeclared: Bool { head.framing(method: "GET") == .length(1000) }
    }

    /// Every way a body of 1,000 bytes can be delimited; the head declares no more than the budget allows.
    static let shapes: [Shape] = [
        Shape(testDescription: "declared", head: .ok(("Content-Length", "1000")), chunk: 1000),
        Shape(testDescription: "chunked", head: .ok(("Transfer-Encoding", "chunked")), chunk: 100),
        Shape(testDescription: "ended by the close", head: .ok(), chunk: 250),
        Shape(testDescription: "byte by byte", head: .ok(), chunk: 1),
        Shape(
            testDescription: "coded", head: .ok(("Content-Encoding", "gzip"), ("Content-Length", "5000")), chunk: 500),
        Shape(
            testDescription: "chunked with a length",
            head: .ok(("Transfer-Encoding", "chunked"), ("Content-Length", "5000")), chunk: 100),
    ]

    @Test(arguments: shapes) func `exactly the budget passes`(_ shape: Shape) {
        var gate = GateFixture(FetchPolicy(budget: 1000)).gate
        #expect(gate.receive(shape.head) == .pass)
        for _ in 0..<(1000 / shape.chunk) { #expect(gate.receiveBody(decoded: shape.chunk) == .pass) }
        #expect(gate.receiveBody(decoded: 0) == .pass)
        #expect(gate.bodyBytes == 1000)
        #expect(gate.remainingBudget == 0)
        #expect(gate.refusal == nil)
    }

    @Test(arguments: shapes) func `one byte more is refused`(_ shape: Shape) {
        var gate = GateFixture(FetchPolicy(budget: 999)).gate
        // The declared length would be refused at the head, which another case shows: here the bytes are judged.
        #expect(gate.receive(shape.isDeclared ? .ok(("Content-Length", "999")) : shape.head) == .pass)
        for _ in 1..<(1000 / shape.chunk) { #expect(gate.receiveBody(decoded: shape.chunk) == .pass) }
        #expect(gate.receiveBody(decoded: shape.chunk) == .refuse)
        #expect(gate.refusal == .bodyOverBudget(limit: 999))
        #expect(gate.bodyBytes <= 999)
    }

    @Test func `a budget of zero passes an empty body and refuses one byte`() {
        var gate = GateFixture(FetchPolicy(budget: 0)).gate
        #expect(gate.receive(.ok(("Content-Length", "0"))) == .pass)
        #expect(gate.receiveBody(decoded: 0) == .pass)
        #expect(gate.receiveBody(decoded: 1) == .refuse)
        #expect(gate.refusal == .bodyOverBudget(limit: 0))
    }

    @Test func `a declared length above the budget is refused at the head`() {
        var gate = GateFixture(FetchPolicy(budget: 1000)).gate
        #expect(gate.receive(.ok(("Content-Length", "1001"))) == .refuse)
        #expect(gate.refusal == .declaredOverBudget(declared: 1001, limit: 1000))
    }

    @Test func `a declared length too large to count is refused at the head`() {
        var gate = GateFixture(FetchPolicy(budget: 1000)).gate
        #expect(gate.receive(.ok(("Content-Length", "99999999999999999999"))) == .refuse)
        #expect(gate.refusal == .declaredOverBudget(declared: .max, limit: 1000))
    }

    @Test(
        "a length that is not the body's size is not held against the budget",
        arguments: [
            ("HEAD", 200, []), ("GET", 204, []), ("GET", 304, []),
            ("GET", 200, [("Transfer-Encoding", "chunked")]),
            ("GET", 200, [("Content-Encoding", "gzip")]),
        ] as [(String, Int, [(String, String)])])
    func otherLengths(method: String, status: Int, fields: [(String, String)]) {
        var gate = GateFixture(FetchPolicy(budget: 10), method: method).gate
        let head = ResponseHead(status: status, headers: FetchHeaders([("Content-Length", "100")] + fields))
        #expect(gate.receive(head) == .pass)
        #expect(gate.expectedBodyBytes == nil)
    }

    @Test func `the expected body is the declared length of an uncoded body within the budget`() {
        var gate = GateFixture(FetchPolicy(budget: 1000)).gate
        #expect(gate.expectedBodyBytes == nil)
        _ = gate.receive(.ok(("Content-Length", "1000"), ("Content-Encoding", "identity")))
        #expect(gate.expectedBodyBytes == 1000)
        gate.refuse(.cancelled)
        #expect(gate.expectedBodyBytes == nil)
    }

    @Test func `a chunk larger than can be added is refused, not added`() {
        var gate = GateFixture(FetchPolicy(budget: .max)).gate
        #expect(gate.receive(.ok()) == .pass)
        #expect(gate.receiveBody(decoded: .max - 1) == .pass)
        #expect(gate.receiveBody(decoded: 2) == .refuse)
    }
}
