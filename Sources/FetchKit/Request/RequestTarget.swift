package import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Where a request goes: what an absolute `http` or `https` URL says of that, read in one pass over its text
/// (RFC 3986 section 3).
///
/// Stricter than the URL's own parser where the two could be made to differ: what is between `//` and the path is a host
/// and a port, nothing else, and every byte is printable ASCII.
package struct RequestTarget: Sendable, Hashable {
    /// The URL as it is given to a library.
    package let text: String
    /// True for `https`.
    package let isSecure: Bool
    /// The port named, or the scheme's own.
    package let port: Int
    /// A number that is the same for the same host and port, written alike.
    package let authorityHash: Int
    private let hostBytes: Range<Int>
    /// The host and port where they are written, with no port left out and no zero before it.
    private let authorityBytes: Range<Int>?

    /// The host as it is written, the brackets of an IPv6 address among it.
    package var host: String { part(hostBytes) }

    /// Host and port: what a connection is opened to.
    package var authority: String { authorityBytes.map { part($0) } ?? "\(host):\(port)" }

    private func part(_ bytes: Range<Int>) -> String {
        let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
        return String(text[start..<text.utf8.index(start, offsetBy: bytes.count)])
    }

    /// Reads a URL.
    ///
    /// - Throws: What is wrong with it, where no request may go there.
    package init(_ url: URL) throws(RequestRules.Fault) {
        text = url.absoluteString
        let bytes = text.utf8Span.span
        guard bytes.count <= Self.longest else {
            throw .badURL("the URL is \(bytes.count) bytes long; \(Self.longest) is the limit")
        }
        let (schemeEnd, isSecure) = try Self.scheme(of: bytes)
        self.isSecure = isSecure
        let authority = try Self.authority(of: bytes, after: schemeEnd + 1)
        (hostBytes, port) = try Self.hostAndPort(in: authority, of: bytes, standing: isSecure ? 443 : 80)
        let portStart = hostBytes.upperBound + 1
        authorityHash = Self.hash(of: authority, in: bytes)
        authorityBytes = portStart < authority.upperBound && bytes[portStart] != UInt8(ascii: "0") ? authority : nil
        if bytes.holdsByte(below: 33) || bytes.holdsByte(above: 126) {
            throw .badURL("the URL holds a space, a control byte or a byte that is not ASCII")
        }
    }

    private static let longest = 64 * 1024

    /// FNV-1a.
    private static func hash(of range: Range<Int>, in bytes: Span<UInt8>) -> Int {
        var hash: UInt32 = 2_166_136_261
        for index in range { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
        return Int(hash)
    }

    /// Where the scheme ends, and whether it is `https`.
    private static func scheme(of bytes: Span<UInt8>) throws(RequestRules.Fault) -> (end: Int, isSecure: Bool) {
        var end = 0
        // The last eight letters, lower-cased.
        var letters: UInt64 = 0
        while end < bytes.count, isSchemeByte(bytes[end]) {
            letters = letters << 8 | UInt64(bytes[end] | 0x20)
            end += 1
        }
        guard end > 0, end < bytes.count, bytes[end] == UInt8(ascii: ":") else {
            throw .badURL("the URL is not absolute: it has no scheme")
        }
        switch (end, letters) {
        case (4, 0x68_74_74_70): return (end, false)
        case (5, 0x68_74_74_70_73): return (end, true)
        default:
            let scheme = String(decoding: (0..<Swift.min(end, 32)).map { bytes[$0] | 0x20 }, as: UTF8.self)
            throw RequestRules.Fault(
                code: .unsupportedURL, reason: "the scheme is \(scheme); only http and https are fetched")
        }
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// The bytes between `//` and the path.
    private static func authority(
        of bytes: Span<UInt8>, after colon: Int
    ) throws(RequestRules.Fault) -> Range<Int> {
        let slash = UInt8(ascii: "/")
        let start = colon + 2
        guard start <= bytes.count, bytes[colon] == slash, bytes[colon + 1] == slash else {
            throw .badURL("the URL has no host")
        }
        var end = start
        while end < bytes.count, bytes[end] != slash, bytes[end] != UInt8(ascii: "?"), bytes[end] != UInt8(ascii: "#") {
            if bytes[end] == UInt8(ascii: "@") {
                throw .badURL("the URL holds user info; send credentials in a header")
            }
            end += 1
        }
        return start..<end
    }

    private static func hostAndPort(
        in authority: Range<Int>, of bytes: Span<UInt8>, standing: Int
    ) throws(RequestRules.Fault) -> (Range<Int>, Int) {
        var end = authority.lowerBound
        // An IPv6 address stands in brackets, and holds colons of its own.
        if end < authority.upperBound, bytes[end] == UInt8(ascii: "[") {
            while end < authority.upperBound, bytes[end] != UInt8(ascii: "]") { end += 1 }
        }
        while end < authority.upperBound, bytes[end] != UInt8(ascii: ":") { end += 1 }
        guard end > authority.lowerBound else { throw .badURL("the URL has no host") }
        let host = authority.lowerBound..<end
        guard end + 1 < authority.upperBound else { return (host, standing) }
        var port = 0
        for index in (end + 1)..<authority.upperBound {
            // Beyond the largest port the number grows no more.
            guard (48...57).contains(bytes[index]), port <= 65_535 else { return (host, try refusePort()) }
            port = port * 10 + Int(bytes[index] - 48)
        }
        return (host, (1...65_535).contains(port) ? port : try refusePort())
    }

    private static func refusePort() throws(RequestRules.Fault) -> Int {
        throw .badURL("the port is not a number between 1 and 65535")
    }
}
