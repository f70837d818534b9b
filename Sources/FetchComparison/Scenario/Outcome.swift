internal import FetchKit
public import Foundation

/// What a scenario came to, as far as contenders can differ in it.
public indirect enum Outcome: Sendable, Hashable {
    /// A reply with this status and this many bytes of body.
    case reply(Int, bytes: Int)
    /// The body exceeds the budget.
    case overBudget(Int)
    /// A redirect, refused.
    case redirectRefused(Int)
    /// The exchange did not complete.
    case transport(URLError.Code)
    /// A reply read as this many lines or events.
    case items(Int)
    /// A body, or lines or events, of which this much came, and then this failure.
    case broken(Outcome, by: Outcome)
    /// A body, or lines or events, whose reader wanted no more than this.
    case left(Outcome)
    /// A file could not be read or written, with this error number.
    case file(Int32)
    /// The process ended by a signal.
    case crashed(Int32)
    /// There was no outcome within the runner's limit.
    case hung
    /// Several requests in turn: their outcomes in order.
    case each([Outcome])
    /// Several requests at once: how many came to what.
    case tally([Outcome: Int])
    /// Several requests in a race: this many, each with one of these outcomes, in whatever proportion. Only expected.
    case race(Int, among: Set<Outcome>)

    init(_ result: Result<FetchReply, FetchFailure>) {
        self =
            switch result {
            case .success(let reply): .reply(reply.status, bytes: reply.body.count)
            case .failure(let failure): Outcome(failure)
            }
    }

    init(_ failure: FetchFailure) {
        self =
            switch failure {
            case .overBudget(let limit): .overBudget(limit)
            case .redirectRefused(let status): .redirectRefused(status)
            case .transport(let code): .transport(code)
            }
    }

    init(_ failure: FileTransferFailure) {
        self =
            switch failure {
            case .exchange(let failure): Outcome(failure)
            case .file(let fault): .file(fault.code)
            }
    }
}

extension Outcome {
    /// Whether this, as the expected outcome, is met by the one that came.
    func isMet(by outcome: Outcome) -> Bool {
        guard case .race(let count, let allowed) = self, case .tally(let counts) = outcome else {
            return self == outcome
        }
        return allowed.isSuperset(of: counts.keys) && counts.values.reduce(0, +) == count
    }
}

extension Outcome: CustomStringConvertible {
    /// One line, such as `reply(200, 5 bytes)`, `transport(timedOut)` or `40 x redirectRefused(302)`.
    public var description: String {
        switch self {
        case .reply(let status, let bytes): "reply(\(status), \(bytes) bytes)"
        case .overBudget(let limit): "overBudget(\(limit))"
        case .redirectRefused(let status): "redirectRefused(\(status))"
        case .transport(let code): "transport(\(code.name))"
        case .crashed(let signal): "crashed(\(Self.signalNames[signal] ?? "signal \(signal)"))"
        case .items(let count): "\(count) items"
        case .broken(let part, let failure): "\(part), then \(failure)"
        case .left(let part): "\(part), then left"
        case .file(let code): "file(\(Self.errorNames[code] ?? "error \(code)"))"
        case .hung: "hung"
        case .each(let outcomes): outcomes.map(\.description).joined(separator: ", ")
        case .race(let count, let allowed):
            "\(count) x \(allowed.map(\.description).sorted().joined(separator: " or "))"
        case .tally(let counts): counts.map { "\($0.value) x \($0.key)" }.sorted().joined(separator: ", ")
        }
    }

    private static let errorNames: [Int32: String] = [
        ENOENT: "ENOENT", EACCES: "EACCES", EISDIR: "EISDIR", ENOTSUP: "ENOTSUP", ENOSPC: "ENOSPC", EFBIG: "EFBIG",
        EROFS: "EROFS",
    ]

    private static let signalNames: [Int32: String] = [
        SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
        SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE", SIGTERM: "SIGTERM", SIGINT: "SIGINT",
    ]
}
