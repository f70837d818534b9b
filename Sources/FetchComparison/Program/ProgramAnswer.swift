internal import FetchKit
internal import Foundation

/// What an outside program came to, read from how it exited and what it wrote. Pure.
struct ProgramAnswer: Equatable {
    var outcome: Outcome
    /// What is known of the reply; `nil` where there was none.
    var reply: ReplyObservation?
    /// What the program said of a failure.
    var detail: String?

    init(outcome: Outcome, reply: ReplyObservation? = nil, detail: String? = nil) {
        self.outcome = outcome
        self.reply = reply
        self.detail = detail
    }

    /// Reads the JSON line of `fetch --json`, or else what curl would mean.
    init(exitCode: Int32, output: Data, errors: String, budget: Int) {
        let line = output.split(separator: UInt8(ascii: "\n")).last ?? Data()
        // What is no such line is a body.
        if let report = try? JSONDecoder().decode(JSONLine.self, from: line), let outcome = report.asOutcome {
            var reply: ReplyObservation?
            if case .reply = outcome { reply = ReplyObservation(body: nil, headers: report.fields) }
            self.init(outcome: outcome, reply: reply, detail: report.detail)
        } else {
            self.init(curl: exitCode, body: output, errors: errors, budget: budget)
        }
    }

    private init(curl exitCode: Int32, body: Data, errors: String, budget: Int) {
        let lines = errors.split(whereSeparator: \.isNewline)
        let status = lines.last { $0.wholeMatch(of: /[0-9]{3}/) != nil }.flatMap { Int($0) } ?? 0
        switch exitCode {
        // Not following is how curl refuses.
        case 0 where Self.redirects.contains(status): outcome = .redirectRefused(status)
        case 0:
            outcome = .reply(status, bytes: body.count)
            reply = ReplyObservation(body: body, headers: nil)
        case 47: outcome = .redirectRefused(status)
        case 63: outcome = .overBudget(budget)
        default: outcome = .transport(Self.codes[exitCode] ?? .unknown)
        }
        if exitCode != 0 {
            let words = lines.last { $0.wholeMatch(of: /[0-9]{3}/) == nil }
            detail = "exit code \(exitCode)" + (words.map { ": \($0.prefix(200))" } ?? "")
        }
    }

    private static let redirects: Set = [301, 302, 303, 305, 307, 308]

    /// What curl's exit codes mean here.
    private static let codes: [Int32: URLError.Code] = [
        1: .unsupportedURL, 3: .badURL, 6: .cannotFindHost, 7: .cannotConnectToHost, 8: .badServerResponse,
        18: .networkConnectionLost, 28: .timedOut, 35: .secureConnectionFailed, 52: .networkConnectionLost,
        55: .networkConnectionLost, 56: .networkConnectionLost, 60: .serverCertificateUntrusted,
        61: .cannotDecodeContentData, 130: .cancelled,
    ]
}

/// The keys of `fetch --json` that decide.
private struct JSONLine: Decodable {
    let outcome: String
    let status: Int?
    let bytes: Int?
    let limit: Int?
    let codeValue: Int?
    let detail: String?
    let headers: [[String]]?

    var fields: FetchHeaders? {
        headers.map { FetchHeaders($0.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) }
    }

    var asOutcome: Outcome? {
        switch outcome {
        case "reply": .reply(status ?? 0, bytes: bytes ?? 0)
        case "overBudget": .overBudget(limit ?? 0)
        case "redirectRefused": .redirectRefused(status ?? 0)
        case "transport": .transport(codeValue.flatMap(URLError.Code.init) ?? .unknown)
        default: nil
        }
    }
}
