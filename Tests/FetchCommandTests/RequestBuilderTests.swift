import Foundation
import TestTurns
import Testing

@testable import FetchCommand

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct `Request` {
    private func request(_ tokens: String..., body: String? = nil) throws -> URLRequest {
        guard case .fetch(let arguments) = try Invocation(tokens) else { throw UsageError("not a fetch") }
        return try #require(RequestBuilder.request(for: arguments, body: body.map { Data($0.utf8) }))
    }

    @Test(arguments: [
        ("example.org", "http://example.org"), ("localhost:8080/x", "http://localhost:8080/x"),
        ("https://example.org", "https://example.org"), ("HTTP://example.org/", "HTTP://example.org/"),
        ("example.org/?next=http://a", "http://example.org/?next=http://a"), ("ftp://a", "ftp://a"),
        ("file:/etc/passwd", "file:/etc/passwd"), ("[::1]:80", "http://[::1]:80"),
    ])
    func `a URL without a scheme gets http`(text: String, url: String) {
        #expect(RequestBuilder.absolute(text) == url)
    }

    @Test func `the method is GET, POST with data, or the one that is named`() throws {
        #expect(try request("u").httpMethod == "GET")
        #expect(try request("u", body: "").httpMethod == "POST")
        #expect(try request("u", "-T", "f").httpMethod == "PUT")
        #expect(try request("u", "-T", "f", "-X", "POST").httpMethod == "POST")
        #expect(try request("u", "-X", "PUT", body: "a").httpMethod == "PUT")
        #expect(try request("u", "-X", "brew").httpMethod == "brew")
    }

    @Test func `data has a form's type unless the caller names or removes it`() throws {
        let name = "Content-Type"
        let form = "application/x-www-form-urlencoded"
        #expect(try request("u", body: "a").value(forHTTPHeaderField: name) == form)
        #expect(try request("u", "-H", "content-type: a/b", body: "a").value(forHTTPHeaderField: name) == "a/b")
        #expect(try request("u", "-H", "Content-Type:", body: "a").value(forHTTPHeaderField: name) == nil)
        #expect(try request("u").value(forHTTPHeaderField: name) == nil)
    }

    @Test func `events are asked for as a browser does, unless the caller says otherwise`() throws {
        let plain = try request("u", "--events")
        #expect(plain.value(forHTTPHeaderField: "Accept") == "text/event-stream")
        #expect(plain.value(forHTTPHeaderField: "Cache-Control") == "no-cache")
        #expect(try request("u", "--events", "-HAccept: a/b").value(forHTTPHeaderField: "Accept") == "a/b")
        #expect(try request("u", "--lines").value(forHTTPHeaderField: "Accept") == nil)
    }

    @Test func `a repeated header is one with both values`() throws {
        #expect(try request("u", "-HA: 1", "-Ha: 2").value(forHTTPHeaderField: "A") == "1,2")
    }

    @Test(arguments: [
        ("A: b", HeaderArgument.field(name: "A", value: "b")), ("A:b: c", .field(name: "A", value: "b: c")),
        ("A; ", .field(name: "A", value: "")), ("A;", .field(name: "A", value: "")), ("A:", .remove(name: "A")),
        ("A:  ", .remove(name: "A")), ("A: b;c", .field(name: "A", value: "b;c")),
        ("A: é", .field(name: "A", value: "é")),
    ])
    func `a header has curl's three forms`(text: String, header: HeaderArgument) throws {
        #expect(try HeaderArgument(parsing: text) == header)
    }

    @Test(arguments: ["", "A", ": b", "A b: c", "A;b", "A: b\r\nC: d", "A: b\n", "A: \0", "@file", "é: a", "A\r\n: b"])
    func `a header that would break the head is refused`(text: String) {
        #expect(throws: UsageError.self) { try HeaderArgument(parsing: text) }
    }

    @Test func `data is text, a file or standard input`() throws {
        #expect(try DataArgument(parsing: "a@b") == .text("a@b"))
        #expect(try DataArgument(parsing: "") == .text(""))
        #expect(try DataArgument(parsing: "@a b") == .file("a b"))
        #expect(try DataArgument(parsing: "@-") == .standardInput)
        #expect(throws: UsageError.self) { try DataArgument(parsing: "@") }
    }

    @Test func `pieces of data are joined with an ampersand, empty ones too`() throws {
        #expect(try RequestBody.read([]) == nil)
        #expect(try RequestBody.read([.text("")]) == Data())
        #expect(try RequestBody.read([.text("a"), .text(""), .text("b")]) == Data("a&&b".utf8))
    }

    @Test func `a file's line breaks and NUL are left out`() {
        #expect(RequestBody.withoutLineBreaks(Data("a\r\nb\0c\n\n".utf8)) == Data("abc".utf8))
    }

    @Test func `a file that cannot be read is a fault of reading`() {
        let fault = #expect(throws: FileFault.self) { try RequestBody.read([.file("/nowhere/at/all")]) }
        #expect(fault?.exitCode == .read)
        #expect(throws: FileFault.self) { try RequestBody.read([.file("/")]) }
    }
}
