internal import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The lines of `-v`: `>` what is asked, `<` what came, `*` what it cost.
enum VerboseReport {
    /// The request as it is handed to the backend, which adds fields of its own. Credentials are left out.
    static func lines(for request: URLRequest) -> [String] {
        let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
        var lines = ["> \(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"]
        lines += fields.map { name, value in
            "> \(name): \(credentials.contains(name.lowercased()) ? "[left out]" : value)"
        }
        if let body = request.httpBody { lines.append("* \(body.count) bytes of request body") }
        return lines.map { $0.printable() }
    }

    static func lines(for end: FetchEnd) -> [String] {
        var lines: [String] = []
        if case .success(let reply) = end.result, end.body != .printed {
            lines += head(reply.status, reply.headers, version: reply.receipt.httpVersion)
        }
        if let diagnosis = end.diagnosis { lines.append("* stage \(diagnosis.stage.rawValue): \(diagnosis.reason)") }
        // Nobody says what several connections cost together.
        if let receipt = end.receipt, receipt != FetchReceipt() { lines += Self.lines(for: receipt) }
        return lines.map { $0.printable() }
    }

    /// The head of a reply whose body is on its way.
    static func lines(for stream: FetchStream) -> [String] {
        head(stream.status, stream.headers, version: nil).map { $0.printable() }
    }

    private static func head(_ status: Int, _ headers: FetchHeaders, version: String?) -> [String] {
        ["< HTTP\(version.map { "/\($0)" } ?? "") \(status)"] + headers.map { "< \($0.name): \($0.value)" }
    }

    private static func lines(for receipt: FetchReceipt) -> [String] {
        [
            """
            * received \(receipt.headBytes) bytes of head, \(receipt.bodyBytes) of body (\(receipt.codedBodyBytes) \
            before decoding); sent \(receipt.sentBodyBytes) of body
            """,
            """
            * name \(receipt.nameLookup.milliseconds) ms, connected \(receipt.connected.milliseconds) ms, \
            TLS \(receipt.secured.milliseconds) ms, first byte \(receipt.firstByte.milliseconds) ms, \
            total \(receipt.total.milliseconds) ms, \(receipt.connectionReused ? "reused" : "new") connection
            """,
        ]
    }

    private static let credentials: Set = ["authorization", "proxy-authorization", "cookie"]
}
