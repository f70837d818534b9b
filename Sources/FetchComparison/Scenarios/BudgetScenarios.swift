internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// The body budget: exact to the byte in every framing, counted after decoding, and cheap to enforce.
    static let budget: [Scenario] =
        budgetBoundaries + budgetOfNothing + budgetDeclared + budgetUndeclarable + budgetFloods + budgetBombs

    private static let limit = 65_536

    private static func body(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x62, count: count) }

    /// Exactly the budget passes and one byte more does not, by framing.
    private static let budgetBoundaries: [Scenario] = [
        ("content-length", "the declared length", { [.reply(body: body($0))] as Script }),
        ("chunked", "a body whose length nobody declared", { [.chunked([String(repeating: "b", count: $0)])] }),
        ("close-delimited", "a body that the close ends", { .closeDelimited(body: body($0)) }),
        (
            "gzip", "a coded body",
            {
                [.reply(headers: ["Content-Encoding": "gzip"], body: GzipData.stored(body($0)))]
            }
        ),
        (
            "gzip-chunked", "a coded body in chunks",
            {
                let data = GzipData.stored(body($0))
                return [
                    .head(status: 200, ["Content-Encoding": "gzip", "Transfer-Encoding": "chunked"]),
                    .send("\(String(data.count, radix: 16))\r\n"), .send(data), .send("\r\n0\r\n\r\n"),
                ]
            }
        ),
    ].flatMap { (framing: String, what: String, script: (Int) -> Script) in
        [
            Scenario(
                "budget-exact-\(framing)", .budget, .script(script(limit)), .reply(200, bytes: limit),
                because: "the budget is the largest body that is a reply; for \(what) too"
            ).with {
                $0.policy = FetchPolicy(budget: limit)
                $0.reply.body = body(limit)
            },
            Scenario(
                "budget-one-more-\(framing)", .budget, .script(script(limit + 1)), .overBudget(limit),
                because: "one byte beyond the budget is refused; for \(what) too"
            ).with { $0.policy = FetchPolicy(budget: limit) },
        ]
    }

    private static let budgetOfNothing = [
        Scenario(
            "budget-zero-empty", .budget, .script([.reply()]), .reply(200, bytes: 0),
            because: "an empty body fits a budget of 0"
        ).with { $0.policy = FetchPolicy(budget: 0) },
        Scenario(
            "budget-zero-one-byte", .budget, .script([.reply(body: "b")]), .overBudget(0),
            because: "one byte does not fit a budget of 0"
        ).with { $0.policy = FetchPolicy(budget: 0) },
        Scenario(
            "budget-zero-chunked-empty", .budget, .script([.chunked([])]), .reply(200, bytes: 0),
            because: "a last chunk alone is an empty body (RFC 9112 section 7.1)"
        ).with { $0.policy = FetchPolicy(budget: 0) },
    ]

    /// A declared length above the budget is refused at the head: no body ever comes here.
    private static let budgetDeclared =
        [
            ("one-more", "\(limit + 1)"), ("4-gib", "4294967296"), ("beyond-64-bits", "99999999999999999999"),
        ].map { name, length in
            Scenario(
                "budget-declared-\(name)", .budget,
                .script([.head(status: 200, ["Content-Length": length]), .stall]), .overBudget(limit),
                because: "Content-Length is the body's size (RFC 9110 section 8.6): \(length) is over before it comes"
            ).with {
                $0.policy = FetchPolicy(budget: limit, deadline: .seconds(5))
                $0.time = .zero ... .seconds(2)
                $0.wire.peerGoneWithin = .seconds(2)
            }
        } + [
            Scenario(
                "budget-declared-below-delivered-above", .budget,
                .script([.head(status: 200, ["Content-Length": "16"]), .send(body(limit)), .close]),
                .reply(200, bytes: 16),
                because: "the body ends where its length says (RFC 9112 section 6.3, rule 6)"
            ).with {
                $0.policy = FetchPolicy(budget: 16)
                $0.reply.body = body(16)
            }
        ]

    /// A large Content-Length that is not the length of a body to come.
    private static let budgetUndeclarable = [
        Scenario(
            "budget-head-declares-much", .budget, .script([.head(status: 200, ["Content-Length": "104857600"])]),
            .reply(200, bytes: 0),
            because: "a reply to HEAD has no body; its length is that of a GET's (RFC 9110 section 9.3.2)"
        ).with { $0.requests = [ScenarioRequest("HEAD")] },
        Scenario(
            "budget-304-declares-much", .budget, .script([.head(status: 304, ["Content-Length": "104857600"])]),
            .reply(304, bytes: 0), because: "a 304 has no body, whatever it declares (RFC 9112 section 6.3, rule 1)"),
        Scenario(
            "budget-204-declares-much", .budget, .script([.head(status: 204, ["Content-Length": "104857600"])]),
            .reply(204, bytes: 0), because: "a 204 has no body, whatever it declares (RFC 9112 section 6.3, rule 1)"),
        Scenario(
            "budget-chunked-declares-much", .budget,
            .script([.chunked(headers: ["Content-Length": "104857600"], ["chunk"]), .close]), .reply(200, bytes: 5),
            because: "Transfer-Encoding overrides Content-Length (RFC 9112 section 6.3, rule 3)"),
        Scenario(
            "budget-gzip-longer-than-it-decodes", .budget,
            .script([.reply(headers: ["Content-Encoding": "gzip"], body: GzipData.stored(body(limit)))]),
            .reply(200, bytes: limit),
            because: "with a content coding the length is of the coded bytes, here more than the budget (RFC 9110 "
                + "section 8.6)"
        ).with { $0.policy = FetchPolicy(budget: limit) },
    ]
}
