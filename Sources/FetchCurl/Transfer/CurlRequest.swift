internal import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request as libcurl needs it: read once, by the caller's task, so that the loop reads nothing of Foundation's.
struct CurlRequest: ~Copyable, Sendable {
    let checked: CheckedRequest
    /// Host and port where the exchange is over TLS, and its connection may turn out to carry others too.
    let secureOrigin: String?
    /// Field lines as libcurl takes them: `Name: value`, `Name;` for an empty value, `Name:` to send none.
    let lines: [String]
    /// The body; `nil` where the request has none.
    let body: RequestBody?
    /// True where the caller frames the body in fields of their own: what is left of it must not meet another request.
    let framesItself: Bool

    var target: RequestTarget { checked.target }
    var method: String { checked.method }

    /// Reads an exchange's request.
    ///
    /// - Throws: What is wrong with it; one that was checked has none of it.
    init(_ exchange: borrowing FetchExchange) throws(RequestRules.Fault) {
        checked = try exchange.checkedRequest()
        secureOrigin = checked.target.isSecure ? checked.target.authority : nil
        var lines: [String] = []
        var names: Set<String> = []
        var declaredLength: Int64?
        for (name, value) in checked.fields {
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
            names.insert(name.lowercased())
            if name.lowercased() == "content-length" { declaredLength = Int64(value) }
        }
        body = Self.body(of: exchange, checked, declaredLength: declaredLength)
        if body != nil {
            // libcurl would wait a second for a 100 that most servers never send, and call any POST a form.
            if !names.contains("expect") { lines.append("Expect:") }
            if !names.contains("content-type") { lines.append("Content-Type:") }
        }
        if let body, body.length < 0, !names.contains("transfer-encoding") {
            lines.append("Transfer-Encoding: chunked")
        }
        self.lines = lines
        framesItself = names.contains("content-length") || names.contains("transfer-encoding")
    }

    private static func body(
        of exchange: borrowing FetchExchange, _ checked: CheckedRequest, declaredLength: Int64?
    ) -> RequestBody? {
        switch exchange.upload {
        case .file(let file): return .file(file)
        case .pieces(let pieces):
            let length = declaredLength ?? pieces.length.map(Int64.init)
            return .stream(UploadPump.start(pieces), declaredLength: length)
        case nil: break
        }
        if let data = checked.data { return .data(data) }
        guard checked.hasStream else { return anticipatesBody(checked.method) ? .data(Data()) : nil }
        return .stream(UploadPump.start(exchange.request), declaredLength: declaredLength)
    }

    /// Methods whose request says `Content-Length: 0` when it has no body (RFC 9110 section 8.6).
    private static func anticipatesBody(_ method: String) -> Bool {
        method == "POST" || method == "PUT" || method == "PATCH"
    }
}
