internal import FetchKit
internal import FetchTesting

extension Scenario {
    /// Bodies without an end, or as good as: what the server could get rid of is bounded too.
    static let budgetFloods: [Scenario] = [
        flood(
            "64-mib", [.head(status: 200), .repeating(block, times: 16_384), .close],
            because: "after the crossing the connection is closed, so the rest is never sent"
        ).with {
            $0.divergences = [
                Divergence("urlsession", gives: [.overBudget(1 << 20)], misses: [.wire], because: readsOn + race)
            ]
        },
        flood(
            "endless", [.head(status: 200), .endless(block)],
            because: "a body that never ends is over the budget like any other"
        ).with {
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [.overBudget(1 << 20)], misses: [.wire, .time], because: readsOn + race)
            ]
        },
        flood(
            "endless-chunks",
            [.head(status: 200, ["Transfer-Encoding": "chunked"]), .endless(Array("5\r\nhello\r\n".utf8))],
            because: "chunks that never end are over the budget like any other body"
        ).with {
            $0.divergences = [Divergence("urlsession", misses: [.wire, .time], because: readsOn)]
        },
        flood(
            "256-mib-memory", [.head(status: 200), .repeating(block, times: 65_536), .close],
            because: "what is beyond the budget is not held: 256 MiB sent must not grow the process"
        ).with {
            $0.memory = 2 << 20
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [.overBudget(1 << 20)], misses: [.wire, .memory, .time],
                    because: readsOn + race)
            ]
        },
        oneByteChunks(budget: 100_000, .reply(200, bytes: 100_000)),
        oneByteChunks(budget: 99_999, .overBudget(99_999)),
    ]

    private static let readsOn =
        "Foundation on Linux goes on reading after the task is cancelled, for as long as it has deliveries queued"

    /// Where the bytes are tiny chunks, Foundation is so slow that the fault shows every time.
    private static let race =
        "; a race decides how far it comes, 4 MiB to 1.2 GiB; budget-flood-endless-chunks shows it every time"

    private static let block = [UInt8](repeating: 0x62, count: 4096)

    private static func flood(_ name: String, _ script: Script, because reason: String) -> Scenario {
        Scenario("budget-flood-\(name)", .budget, .script(script), .overBudget(1 << 20), because: reason).with {
            $0.time = .zero ... .seconds(5)
            $0.wire.maxBytesSent = 12 << 20
            $0.wire.peerGoneWithin = .seconds(2)
        }
    }

    private static func oneByteChunks(budget: Int, _ expected: Outcome) -> Scenario {
        Scenario(
            "budget-one-byte-chunks-\(budget)", .budget,
            .script([
                .head(status: 200, ["Transfer-Encoding": "chunked"]),
                .repeating(Array("1\r\nb\r\n".utf8), times: 100_000), .send("0\r\n\r\n"),
            ]), expected,
            because:
                "one-byte chunks are legal (RFC 9112 section 7.1) and cost the framing allowance no more than they may"
        ).with { $0.policy = FetchPolicy(budget: budget) }
    }

    /// Bodies that grow when they are decoded.
    static let budgetBombs: [Scenario] =
        [50, 100].map { megabytes in
            Scenario(
                "budget-gzip-bomb-\(megabytes)-mb", .budget,
                .script([.reply(headers: ["Content-Encoding": "gzip"], body: GzipData.zeros(megabytes * 1_000_000))]),
                .overBudget(1 << 20),
                because: "the budget counts decoded bytes: a few hundred KB here would decode to \(megabytes) MB"
            ).with { $0.time = .zero ... .seconds(5) }
        } + [
            Scenario(
                "budget-gzip-zeros-exact", .budget,
                .script([.reply(headers: ["Content-Encoding": "gzip"], body: GzipData.zeros(1 << 20))]),
                .reply(200, bytes: 1 << 20), because: "a small coded body that decodes to exactly the budget is a reply"
            ).with { $0.reply.body = [UInt8](repeating: 0, count: 1 << 20) },
            Scenario(
                "budget-gzip-zeros-one-more", .budget,
                .script([.reply(headers: ["Content-Encoding": "gzip"], body: GzipData.zeros((1 << 20) + 1))]),
                .overBudget(1 << 20), because: "one decoded byte more than the budget is refused"),
        ]
}
