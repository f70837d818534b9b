public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a request must satisfy before any backend sees it: the same rules for every backend, and nothing opened.
public enum RequestRules {
    /// What is wrong with a request.
    public struct Fault: Sendable, Hashable {
        /// The code the caller's failure carries.
        public let code: URLError.Code
        /// One line that says what to change; names the part at fault, never its value.
        public let reason: String
    }

    /// The first fault of a request, or `nil` where there is none.
    ///
    /// The scheme is `http` or `https` (`unsupportedURL`). There is a host and a valid port, and no user info, which
    /// would put credentials where they leak (RFC 9110 section 4.2.4). The method is a token other than CONNECT, and a
    /// HEAD has no body; field names are tokens and values hold no CR, LF or NUL (RFC 9110 sections 5.1 and 5.5), so
    /// nothing can break the head apart. All of these are `badURL`, as is a URL longer than 64 KiB or one with white
    /// space or a control byte in it.
    ///
    /// `uploads` says that a body is sent with the request that is not in it.
    public static func fault(in request: URLRequest, uploads: Bool = false) -> Fault? {
        guard let url = request.url else { return Fault(code: .badURL, reason: "the request has no URL") }
        let sends = uploads || request.httpBody != nil || request.httpBodyStream != nil
        return fault(in: url) ?? fault(inHeadOf: request, sendsBody: sends)
    }

    private static func fault(in url: URL) -> Fault? {
        guard let scheme = url.scheme?.lowercased() else {
            return Fault(code: .badURL, reason: "the URL is not absolute: it has no scheme")
        }
        guard scheme == "http" || scheme == "https" else {
            return Fault(code: .unsupportedURL, reason: "the scheme is \(scheme); only http and https are fetched")
        }
        guard let host = url.host(percentEncoded: true), !host.isEmpty else {
            return Fault(code: .badURL, reason: "the URL has no host")
        }
        if let port = url.port, !(1...65_535).contains(port) {
            return Fault(code: .badURL, reason: "the port \(port) is not between 1 and 65535")
        }
        var text = url.absoluteString
        // SAFETY: the span is used within the call alone.
        let bytes = text.withUTF8 { unsafe URLBytes($0.span) }
        if bytes.holdsAt, url.user != nil || url.password != nil {
            return Fault(code: .badURL, reason: "the URL holds user info; send credentials in a header")
        }
        if bytes.count > longestURL {
            return Fault(code: .badURL, reason: "the URL is \(bytes.count) bytes long; \(longestURL) is the limit")
        }
        if bytes.holdsUnprintable {
            return Fault(code: .badURL, reason: "the URL holds a space, a control byte or a byte that is not ASCII")
        }
        return nil
    }

    private static func fault(inHeadOf request: URLRequest, sendsBody: Bool) -> Fault? {
        if let method = request.httpMethod, !isToken(method) {
            return Fault(code: .badURL, reason: "the method is not a token (RFC 9110 section 9.1)")
        }
        // Its reply would turn the connection into a tunnel (RFC 9110 section 9.3.6).
        if request.httpMethod == "CONNECT" {
            return Fault(code: .badURL, reason: "CONNECT asks for a tunnel, not for a reply")
        }
        if request.httpMethod == "HEAD", sendsBody {
            return Fault(code: .badURL, reason: "a HEAD request cannot carry a body")
        }
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            if !isToken(name) {
                return Fault(code: .badURL, reason: "a header name is not a token (RFC 9110 section 5.1)")
            }
            if value.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) {
                return Fault(code: .badURL, reason: "the value of \(name) holds CR, LF or NUL (RFC 9110 section 5.5)")
            }
        }
        return nil
    }

    private static let longestURL = 64 * 1024

    /// What one pass over a URL's bytes tells.
    private struct URLBytes {
        let count: Int
        private(set) var holdsAt = false
        private(set) var holdsUnprintable = false

        init(_ bytes: Span<UInt8>) {
            count = bytes.count
            for index in 0..<bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "@") { holdsAt = true }
                if byte <= 32 || byte >= 127 { holdsUnprintable = true }
            }
        }
    }

    /// True for a token of RFC 9110 section 5.6.2: one or more visible ASCII characters without delimiters.
    public static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { tokenBytes[Int($0)] }
    }

    private static let tokenBytes: [Bool] = (0..<256).map { byte in
        byte > 32 && byte < 127 && !"\"(),/:;<=>?@[\\]{}".utf8.contains(UInt8(byte))
    }
}
