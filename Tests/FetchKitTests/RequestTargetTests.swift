import FetchKit
import Foundation
import Testing

@Suite("A request's target") struct RequestTargetTests {
    @Test(arguments: [
        "http://127.0.0.1/", "https://example.com", "HTTP://Example.com:8080/a?b#c", "http://[::1]:80/",
        "https://[::1]",
        "http://h/a/../b//c%2Fd;e", "http://h:65535/", "http://h/?q=%00", "http://h?a@b", "http://h#a@b:0",
        "http://h:/x",
        "http://xn--bcher-kva.example/x:9/y", "hTTps://a.b-c_d:0443/", "http://h/a:99999999", "http://10.0.0.1:1",
    ])
    func `host, port and scheme are those that Foundation reads`(text: String) throws {
        let url = try #require(URL(string: text))
        let target = try RequestTarget(url)
        #expect(target.text == text)
        #expect(target.isSecure == (url.scheme?.lowercased() == "https"))
        let host = try #require(url.host(percentEncoded: true))
        #expect(target.host == (host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host))
        #expect(target.port == url.port ?? (target.isSecure ? 443 : 80))
        #expect(target.authority == "\(target.host):\(target.port)")
    }

    @Test func `a relative URL has the target of its base`() throws {
        let base = try #require(URL(string: "https://h:8443/a/b"))
        let target = try RequestTarget(try #require(URL(string: "../c", relativeTo: base)))
        #expect(target.text == "https://h:8443/c")
        #expect(target.authority == "h:8443")
    }

    @Test(arguments: [
        ("ftp://h/", "the scheme is ftp; only http and https are fetched"),
        ("httpss://h/", "the scheme is httpss; only http and https are fetched"),
        ("/relative", "the URL is not absolute: it has no scheme"),
        ("http:/h", "the URL has no host"), ("http://:80/", "the URL has no host"),
        ("http:///x", "the URL has no host"),
        ("http://a@h/", "the URL holds user info; send credentials in a header"),
        ("http://h:80@evil/", "the URL holds user info; send credentials in a header"),
        ("http://h:0/", "the port is not a number between 1 and 65535"),
        ("http://h:65536/", "the port is not a number between 1 and 65535"),
        ("http://h:18446744073709551696/", "the port is not a number between 1 and 65535"),
    ])
    func `what no request may go to is refused, and why`(text: String, reason: String) throws {
        let url = try #require(URL(string: text))
        #expect {
            _ = try RequestTarget(url)
        } throws: { ($0 as? RequestRules.Fault)?.reason == reason }
    }
}
