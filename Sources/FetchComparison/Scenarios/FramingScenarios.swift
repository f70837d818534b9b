internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Heads and trailers that have no end, or too much before it: held to the head budget, to the byte.
    static let framing: [Scenario] = tooMuchHead + endlessFraming + atTheLimit

    private static let tooMuch = Outcome.transport(.dataLengthExceedsMaximum)
    private static let statusLine = "HTTP/1.1 200 OK\r\n"

    private static func differs(_ outcome: Outcome..., misses: Set<Divergence.Aspect> = [], because why: String)
        -> Divergence
    {
        Divergence("urlsession", gives: Set(outcome), misses: misses, because: why)
    }

    private static let joined = differs(
        .reply(200, bytes: 0), because: "Foundation tells no bytes of a head, so only its names and values are counted")
    private static let ownLimit = differs(
        .transport(.unknown), because: "libcurl's own limits on a head come first, and Foundation does not say so")
    private static let trap = differs(.crashed(SIGILL), because: "a trailer field traps the process")

    // MARK: Over the default of 64 KiB

    private static let tooMuchHead: [Scenario] = [
        (
            "5000-tiny-lines", "75,000 bytes of small lines are over a head budget of 64 KiB",
            String(repeating: "X: aaaaaaaaaa\r\n", count: 5_000), joined
        ),
        (
            "400-lines-of-1-kb", "400 KB of head are over the budget however they are divided",
            String(repeating: "X: \(String(repeating: "y", count: 1_019))\r\n", count: 400),
            ownLimit
        ),
        (
            "one-120-kb-line", "one long line is over the head budget like many short ones",
            "X: \(String(repeating: "y", count: 120_000))\r\n", ownLimit
        ),
    ].map { (name: String, reason: String, lines: String, divergence: Divergence) in
        Scenario(
            "framing-\(name)", .framing, .script([.send(statusLine + lines + "\r\n"), .close]), tooMuch, because: reason
        ).with { $0.divergences = [divergence] }
    }

    // MARK: Without an end

    private static func endless(
        _ name: String, _ start: String, _ rest: String, because reason: String, _ divergence: Divergence? = nil
    ) -> Scenario {
        Scenario(
            "framing-endless-\(name)", .framing, .script([.send(start), .endless(Array(rest.utf8))]), tooMuch,
            because: reason
        ).with {
            $0.policy = FetchPolicy(budget: 1 << 20, deadline: .seconds(2))
            $0.wire.maxBytesSent = 12 << 20
            $0.wire.peerGoneWithin = .seconds(2)
            if let divergence { $0.divergences = [divergence] }
        }
    }

    private static let chunked = statusLine + "Transfer-Encoding: chunked\r\n\r\n"

    private static let endlessFraming: [Scenario] = [
        endless(
            "interims", "", "HTTP/1.1 102 Processing\r\n\r\n",
            because: "interim replies count as head, all together (RFC 9110 section 15.2 sets no limit)"),
        endless(
            "fields", statusLine, "X: \(String(repeating: "y", count: 100))\r\n",
            because: "a head that never ends is over its budget", ownLimit),
        endless(
            "line", statusLine + "X: ", "yyyyyyyy", because: "a line that never ends is a head that never ends",
            ownLimit),
        endless(
            "trailers", chunked + "2\r\nok\r\n0\r\n", "X: \(String(repeating: "y", count: 100))\r\n",
            because: "trailers count as head (cpython#150743)",
            differs(
                .crashed(SIGILL), .transport(.timedOut), misses: [.wire],
                because: "a trailer field traps the process, where it comes so far before the deadline")),
        endless(
            "chunk-extensions", chunked, "1;x=\(String(repeating: "y", count: 15_000))\r\nz\r\n",
            because: "15 KB of chunk extension for each byte of body is a flood (CVE-2023-39326)",
            differs(
                .transport(.timedOut), misses: [.wire],
                because: "no framing is seen through Foundation; only the deadline bounds it")),
    ]

    // MARK: At the limit

    /// A head of exactly the limit passes and one byte more does not, wherever the bytes stand.
    private static let atTheLimit: [Scenario] =
        boundary("head", "a status line and fields", statusLine, "Content-Length: 0\r\n\r\n", oneMore: joined)
        + boundary(
            "interims", "an interim reply and the final head", "HTTP/1.1 103 Early Hints\r\n",
            "\r\n" + statusLine + "Content-Length: 0\r\n\r\n", oneMore: joined)
        + boundary(
            "trailers", "a head and the fields of a trailer", chunked, framing: ("0\r\n", "\r\n"), exact: trap,
            oneMore: trap)

    /// Two replies with a field between `before` and `after` that brings them to the limit, and one byte beyond it.
    private static func boundary(
        _ name: String, _ what: String, _ before: String, _ after: String = "",
        framing: (String, String) = ("", ""), exact: Divergence? = nil, oneMore: Divergence
    ) -> [Scenario] {
        let limit = 4096
        let reply = { (size: Int) -> Script in
            let value = String(
                repeating: "y", count: size - before.utf8.count - after.utf8.count - "X: \r\n".utf8.count)
            return [.send(before + framing.0 + "X: \(value)\r\n" + after + framing.1), .close]
        }
        return [
            Scenario(
                "framing-exact-\(name)", .framing, .script(reply(limit)), .reply(200, bytes: 0),
                because: "the head budget is the largest that passes; it counts \(what)"
            ).with { $0.divergences = exact.map { [$0] } ?? [] },
            Scenario(
                "framing-one-more-\(name)", .framing, .script(reply(limit + 1)), tooMuch,
                because: "one byte beyond the head budget is refused; it counts \(what)"
            ).with { $0.divergences = [oneMore] },
        ].map { $0.with { $0.policy = FetchPolicy(budget: 1 << 20, headBudget: limit) } }
    }
}
