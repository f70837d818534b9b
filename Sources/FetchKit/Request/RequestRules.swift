public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a request must satisfy before any backend sees it: the same rules for every backend, and nothing opened.
public enum RequestRules {
    /// What is wrong with a request.
    public struct Fault: Error, Hashable {
        /// The code the caller's failure carries.
        public let code: URLError.Code
        /// One line that says what to change; names the part at fault, never its value.
        public let reason: String

        /// There is no URL at all.
        static let noURL = badURL("the request has no URL")

        static func badURL(_ reason: String) -> Fault { Fault(code: .badURL, reason: reason) }
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
        do { _ = try CheckedRequest(request, uploads: uploads) } catch { return error }
        return nil
    }

    static func check(method: String, sendsBody: Bool) throws(Fault) {
        if !isToken(method) {
            throw .badURL("the method is not a token (RFC 9110 section 9.1)")
        }
        // Its reply would turn the connection into a tunnel (RFC 9110 section 9.3.6).
        if method == "CONNECT" {
            throw .badURL("CONNECT asks for a tunnel, not for a reply")
        }
        if method == "HEAD", sendsBody {
            throw .badURL("a HEAD request cannot carry a body")
        }
    }

    static func check(_ fields: [String: String]) throws(Fault) {
        for (name, value) in fields {
            if !isToken(name) {
                throw .badURL("a header name is not a token (RFC 9110 section 5.1)")
            }
            if value.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) {
                throw .badURL("the value of \(name) holds CR, LF or NUL (RFC 9110 section 5.5)")
            }
        }
    }

    /// True for a token of RFC 9110 section 5.6.2: one or more visible ASCII characters without delimiters.
    public static func isToken(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        for index in 0..<bytes.count where !tokenBytes[Int(bytes[index])] { return false }
        return !bytes.isEmpty
    }

    private static let tokenBytes: [Bool] = (0..<256).map { byte in
        byte > 32 && byte < 127 && !"\"(),/:;<=>?@[\\]{}".utf8.contains(UInt8(byte))
    }
}
