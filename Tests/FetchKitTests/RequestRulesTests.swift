import FetchKit
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The request rules") struct RequestRulesTests {
    private func request(_ text: String) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: text)))
    }

    @Test(arguments: [
        "http://127.0.0.1/", "https://example.com", "HTTP://example.com:8080/a?b#c", "http://[::1]:80/",
        "http://h/a/../b//c%2Fd;e", "http://h:65535/", "http://h/?q=%00",
    ])
    func `an absolute http or https URL with a host passes`(text: String) throws {
        #expect(RequestRules.fault(in: try request(text)) == nil)
    }

    @Test(arguments: ["ftp://h/x", "file:///etc/passwd", "data:text/plain,x", "gopher://h/", "ws://h/", "mailto:a@b"])
    func `another scheme is unsupported`(text: String) throws {
        #expect(RequestRules.fault(in: try request(text))?.code == .unsupportedURL)
    }

    @Test(arguments: [
        "http:///x", "http:", "http://", "/relative", "h", "//h/x", "http:x", "http://user@h/", "http://user:pw@h/",
        "http://:pw@h/", "http://@h/", "http://h:0/", "http://h:65536/", "http://h:99999/",
    ])
    func `a URL without scheme or host, with user info or with an impossible port is bad`(text: String) throws {
        #expect(RequestRules.fault(in: try request(text))?.code == .badURL)
    }

    @Test func `a URL up to 64 KiB passes and one byte more is bad`() throws {
        let stem = "http://h/"
        let longest = stem + String(repeating: "a", count: 65_536 - stem.utf8.count)
        #expect(RequestRules.fault(in: try request(longest)) == nil)
        #expect(RequestRules.fault(in: try request(longest + "a"))?.code == .badURL)
    }

    @Test func `a request without a URL is bad`() throws {
        var request = try request("http://h/")
        request.url = nil
        #expect(RequestRules.fault(in: request)?.code == .badURL)
    }

    @Test(arguments: ["GE T", "G\r\nET", "GET\0", "GÉT", "GET\u{7F}", "A:B", "A\"B", "(A)", "A\tB"])
    func `a method that is not a token is bad`(method: String) throws {
        var request = try request("http://h/")
        request.httpMethod = method
        #expect(RequestRules.fault(in: request)?.code == .badURL)
    }

    @Test(arguments: ["GET", "PROPFIND", "x", "M-SEARCH", "!#$%&'*+-.^_`|~09"])
    func `any token is a method`(method: String) throws {
        var request = try request("http://h/")
        request.httpMethod = method
        #expect(RequestRules.fault(in: request) == nil)
    }

    @Test func `CONNECT is bad, since its reply would be a tunnel, and says so`() throws {
        var request = try request("http://h/")
        request.httpMethod = "CONNECT"
        let fault = try #require(RequestRules.fault(in: request))
        #expect(fault.code == .badURL)
        #expect(fault.reason.contains("CONNECT"))
    }

    @Test func `a HEAD with a body is bad, in memory or streamed, and one without passes`() throws {
        var request = try request("http://h/")
        request.httpMethod = "HEAD"
        #expect(RequestRules.fault(in: request) == nil)
        request.httpBody = Data("x".utf8)
        #expect(RequestRules.fault(in: request)?.code == .badURL)
        request.httpBody = nil
        request.httpBodyStream = InputStream(data: Data("x".utf8))
        #expect(RequestRules.fault(in: request)?.code == .badURL)
    }

    @Test(arguments: ["X Y", "X:", "X\r\nY", "X\nY", "X\0", "É", "X\t"])
    func `a field name that is not a token is bad`(name: String) throws {
        var request = try request("http://h/")
        request.setValue("1", forHTTPHeaderField: name)
        #expect(RequestRules.fault(in: request)?.code == .badURL)
    }

    @Test(arguments: ["a\r\nB: c", "a\nb", "a\rb", "a\0b", "\n", "\r\n"])
    func `a field value with CR, LF or NUL is bad and is not repeated in the reason`(value: String) throws {
        var request = try request("http://h/")
        // `setValue` drops such a value without a word on Linux; the dictionary takes it as it is.
        request.allHTTPHeaderFields = ["X": "secret" + value]
        let fault = try #require(RequestRules.fault(in: request))
        #expect(fault.code == .badURL)
        #expect(!fault.reason.contains("secret"))
    }

    @Test(arguments: ["", " ", "a b", "é", "a\tb", "\u{1}"]) func `any other field value passes`(value: String) throws {
        var request = try request("http://h/")
        request.setValue(value, forHTTPHeaderField: "X")
        #expect(RequestRules.fault(in: request) == nil)
    }
}
