internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Servers that answer, or go, while 20 MB are on their way to them from memory, from a file or from a sequence.
    static let earlyUploadAnswers: [Scenario] =
        early(toEverySource, from: [data, file, pieces]) + early(toOtherSources, from: [file, pieces]) + [endless]

    private typealias Source = (name: String, body: UploadBody)
    private typealias Answer = (name: String, script: Script, outcome: Outcome, reason: String)

    private static let length = 20_000_000
    private static let data: Source = ("data", .data(length))
    private static let file: Source = ("file", .file(length))
    private static let pieces: Source = ("pieces", .pieces(length, isDeclared: false))

    private static let megabyte = Script.Step.readBody(upTo: 1 << 20)
    private static let readOn = Script.Step.readBody(upTo: .max)

    private static func early(_ answers: [Answer], from sources: [Source]) -> [Scenario] {
        answers.flatMap { answer in
            sources.map { source in
                Scenario(
                    "early-\(answer.name)-\(source.name)", .early, .script(answer.script), answer.outcome,
                    because: answer.reason
                ).with {
                    $0.options.receiveBuffer = 65_536
                    $0.policy = FetchPolicy(budget: 1000, idleTimeout: .seconds(answer.outcome == timedOut ? 1 : 5))
                    $0.action = .upload(source.body)
                    $0.wire.requests = 1
                    if answer.outcome == lost { $0.divergences = [losesOtherwise] }
                    if answer.outcome == .reply(200, bytes: 2) { $0.wire.isBodyWhole = true }
                    if answer.script.steps.last == readOn, answer.outcome != .reply(200, bytes: 2) {
                        $0.wire.peerGoneWithin = .seconds(1)
                    }
                }
            }
        }
    }

    private static let lost = Outcome.transport(.networkConnectionLost)

    private static let losesOtherwise = Divergence(
        "urlsession", gives: [lost, .transport(.unknown), .crashed(SIGILL)],
        because: "a race decides whether Foundation finds that it cannot send, for which it has no code, or that it "
            + "cannot read, and then it may trap without a head")

    private static let toEverySource: [Answer] = [
        (
            "413-and-close", [megabyte, .reply(status: 413, body: "no"), .pause(.milliseconds(200)), .close],
            .reply(413, bytes: 2),
            "the answer came before the reset that a close brings upon unread bytes (curl#11678)"
        ),
        (
            "507-after-a-pause", [megabyte, .pause(.milliseconds(500)), .reply(status: 507, body: "no"), .stall],
            .reply(507, bytes: 2), "a server that takes nothing more may still answer"
        ),
        (
            "silence", [megabyte, .stall], timedOut,
            "a server that takes nothing more and says nothing is silent, however much is left to send"
        ),
    ]

    /// What the other scenarios of the family put to a body in memory.
    private static let toOtherSources: [Answer] = [
        (
            "413-and-half-close", [megabyte, .reply(status: 413, body: "no"), .halfClose, readOn],
            .reply(413, bytes: 2),
            "a server that closes in stages gives its client time to read the answer (RFC 9112 section 9.6)"
        ),
        (
            "401-at-once", [.reply(status: 401, headers: ["WWW-Authenticate": "Basic"], body: "no"), readOn],
            .reply(401, bytes: 2),
            "an answer counts when it comes, and a refusal ends the sending (RFC 9112 section 9.3)"
        ),
        (
            "200-and-reads-on", [megabyte, .reply(body: "ok"), readOn], .reply(200, bytes: 2),
            "an early success is the answer, and what may still be wanted is sent to its end"
        ),
        (
            "reset", [megabyte, .reset], lost,
            "a reset while the body is sent ends the exchange, and not the process by a SIGPIPE (curl#3787)"
        ),
        (
            "close", [megabyte, .close], lost,
            "a close without an answer is no answer (RFC 9112 section 8)"
        ),
    ]

    private static let endless = Scenario(
        "early-200-to-an-endless-body", .early, .script([megabyte, .reply(body: "ok"), readOn]), timedOut,
        because: "an early success ends nothing of what is sent; where that has no end, the deadline is it"
    ).with {
        $0.policy = FetchPolicy(budget: 1000, deadline: .seconds(1))
        $0.action = .upload(.endlessPieces)
        $0.time = .seconds(1)...(.seconds(1) + tolerance)
        $0.wire.peerGoneWithin = .seconds(1)
        $0.divergences = [
            Divergence(
                "urlsession", gives: [timedOut], misses: [.wire, .time],
                because: "the sequence is collected on disk first; how late its end is noticed there, a race decides")
        ]
    }
}
