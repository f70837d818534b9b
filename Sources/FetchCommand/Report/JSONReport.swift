internal import FetchKit
internal import Foundation

/// The line `--json` prints: what is known of the end of a fetch, keys that do not apply left out.
struct JSONReport: CustomStringConvertible {
    let end: FetchEnd
    /// The SHA-256 of the file that holds the body, where one does.
    var fileDigest: String?

    var description: String {
        var members: [(key: String, value: JSONText?)] = [("backend", .string(end.backend.rawValue))]
        switch end.result {
        case .success(let reply): members += self.members(of: reply)
        case .failure(let failure): members += Self.members(of: failure)
        }
        members.append(("detail", end.diagnosis.map { .string($0.reason) }))
        members.append(("receipt", end.receipt.map(Self.object)))
        return JSONText.object(members).description
    }

    private func members(of reply: FetchReply) -> [(key: String, value: JSONText?)] {
        [("outcome", .string("reply")), ("status", .integer(reply.status))] + members(ofBodyOf: reply) + [
            ("headers", .array(reply.headers.map { .array([.string($0.name), .string($0.value)]) }))
        ]
    }

    private func members(ofBodyOf reply: FetchReply) -> [(key: String, value: JSONText?)] {
        switch end.body {
        case .reply:
            var digest = SHA256()
            digest.update(reply.body)
            return [("bytes", .integer(reply.body.count)), ("sha256", .string(digest.hexDigest()))]
        case .file(let bytes, let resumed):
            return [
                ("bytes", .integer(bytes)), ("resumedBytes", resumed > 0 ? .integer(resumed) : nil),
                ("sha256", fileDigest.map { .string($0) }),
            ]
        case .printed, .nowhere: return []
        }
    }

    private static func members(of failure: FetchFailure) -> [(key: String, value: JSONText?)] {
        switch failure {
        case .overBudget(let limit):
            [("outcome", .string("overBudget")), ("limit", .integer(limit))]
        case .redirectRefused(let status):
            [("outcome", .string("redirectRefused")), ("status", .integer(status))]
        case .transport(let code):
            [
                ("outcome", .string("transport")), ("code", .string(code.name)),
                ("codeValue", .integer(code.rawValue)),
            ]
        }
    }

    private static func object(_ receipt: FetchReceipt) -> JSONText {
        .object([
            ("headBytes", .integer(receipt.headBytes)),
            ("codedBodyBytes", .integer(receipt.codedBodyBytes)),
            ("bodyBytes", .integer(receipt.bodyBytes)),
            ("sentBodyBytes", .integer(receipt.sentBodyBytes)),
            ("nameLookupMilliseconds", .decimal(receipt.nameLookup.milliseconds)),
            ("connectedMilliseconds", .decimal(receipt.connected.milliseconds)),
            ("securedMilliseconds", .decimal(receipt.secured.milliseconds)),
            ("firstByteMilliseconds", .decimal(receipt.firstByte.milliseconds)),
            ("totalMilliseconds", .decimal(receipt.total.milliseconds)),
            ("httpVersion", receipt.httpVersion.map { .string($0) }),
            ("connectionReused", .bool(receipt.connectionReused)),
        ])
    }
}

extension Duration {
    /// Milliseconds, with three decimals.
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1_000 + Double(attoseconds / 1_000_000_000_000) / 1_000
    }
}
