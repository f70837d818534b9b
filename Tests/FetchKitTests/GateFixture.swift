import FetchKit

/// A gate whose clock starts at a fixed instant, and shorthand for the heads the tables name.
struct GateFixture {
    static let start = MonotonicInstant.now
    var gate: ExchangeGate

    init(_ policy: FetchPolicy, method: String = "GET") {
        gate = ExchangeGate(policy: policy, method: method, start: Self.start)
    }
}

extension ResponseHead {
    static func ok(_ fields: (String, String)...) -> ResponseHead {
        ResponseHead(status: 200, headers: FetchHeaders(fields))
    }
}
