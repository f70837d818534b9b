extension Script.Step {
    /// Sends a final reply's status line and fields, and the empty line, but no field of its own.
    public static func head(status: Int, _ fields: KeyValuePairs<String, String> = [:]) -> Self {
        send(headText(status: status, fields.map { ($0.key, $0.value) }))
    }

    /// Sends a reply framed by `Content-Length`.
    public static func reply(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: String = ""
    ) -> Self {
        reply(status: status, headers: headers, body: Array(body.utf8))
    }

    /// Sends a reply framed by `Content-Length`.
    public static func reply(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: [UInt8]
    ) -> Self {
        let fields = headers.map { ($0.key, $0.value) } + [("Content-Length", "\(body.count)")]
        return send(Array(headText(status: status, fields).utf8) + body)
    }

    /// Sends a whole chunked reply: each text one chunk, then the last chunk and the trailers.
    ///
    /// `chunkExtension` follows each size as it is given, such as `;name=value` (RFC 9112 section 7.1.1).
    public static func chunked(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], _ chunks: [String],
        chunkExtension: String = "", trailers: KeyValuePairs<String, String> = [:]
    ) -> Self {
        let fields = headers.map { ($0.key, $0.value) } + [("Transfer-Encoding", "chunked")]
        let body = chunks.filter { !$0.isEmpty }.map { chunkText($0, extension: chunkExtension) }.joined()
        let end = "0\(chunkExtension)\r\n" + trailers.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
        return send(headText(status: status, fields) + body + end)
    }

    /// Sends one chunk of a chunked body (RFC 9112 section 7.1).
    public static func chunk(_ text: String, chunkExtension: String = "") -> Self {
        send(chunkText(text, extension: chunkExtension))
    }

    private static func chunkText(_ text: String, extension suffix: String) -> String {
        "\(String(text.utf8.count, radix: 16))\(suffix)\r\n\(text)\r\n"
    }

    private static func headText(status: Int, _ fields: [(String, String)]) -> String {
        let reason = reasons[status].map { " \($0)" } ?? " Status"
        return "HTTP/1.1 \(status)\(reason)\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    }

    private static let reasons = [
        200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 401: "Unauthorized",
        404: "Not Found", 429: "Too Many Requests", 500: "Internal Server Error", 503: "Service Unavailable",
    ]
}

extension Script {
    /// A reply framed by `Content-Length`, on a connection that stays open.
    public static func reply(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: String = ""
    ) -> Script {
        [.reply(status: status, headers: headers, body: body)]
    }

    /// A chunked reply, on a connection that stays open.
    public static func chunked(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], _ chunks: [String],
        trailers: KeyValuePairs<String, String> = [:]
    ) -> Script {
        [.chunked(status: status, headers: headers, chunks, trailers: trailers)]
    }

    /// A reply without a length, ended by the connection's close (RFC 9112 section 6.3, rule 8).
    public static func closeDelimited(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: [UInt8]
    ) -> Script {
        [.head(status: status, headers), .send(body), .close]
    }
}
