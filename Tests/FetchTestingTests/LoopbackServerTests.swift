import Foundation
import TestTurns
import Testing

@testable import FetchTesting

@Suite(.inTurn) struct LoopbackServerTests {
    @Test func `A reply with a length is these bytes`() async throws {
        let server = try LoopbackServer(.reply(headers: ["X": "y"], body: "hi"))
        let client = try RawClient(server)
        await client.send(.get)
        let reply = await client.receive(endingWith: "hi")
        #expect(reply == "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 2\r\n\r\nhi")
    }

    @Test func `A chunked reply has its extensions and trailers`() async throws {
        let server = try LoopbackServer([.chunked(["abc", "d"], chunkExtension: ";e", trailers: ["T": "v"]), .close])
        let client = try RawClient(server)
        await client.send(.get)
        let reply = await client.receive()
        #expect(
            String(decoding: reply.bytes, as: UTF8.self)
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;e\r\nabc\r\n1;e\r\nd\r\n0;e\r\nT: v\r\n\r\n")
        #expect(reply.end == .ended)
    }

    @Test func `Routes go by the path; the rest is 404`() async throws {
        let server = try LoopbackServer(routes: ["/a": .reply(body: "A"), "/b": .reply(body: "B")])
        let client = try RawClient(server)
        await client.send("GET /a?x HTTP/1.1\r\n\r\n")
        #expect(await client.receive(endingWith: "A").hasPrefix("HTTP/1.1 200"))
        await client.send("GET /b HTTP/1.1\r\n\r\n")
        #expect(await client.receive(endingWith: "B").hasPrefix("HTTP/1.1 200"))
        await client.send("GET /c HTTP/1.1\r\n\r\n")
        #expect(await client.receive(endingWith: "\r\n\r\n").hasPrefix("HTTP/1.1 404"))
        #expect(server.journal.connections.count == 1)
    }

    @Test func `A script may be chosen by the request`() async throws {
        let server = try LoopbackServer(respond: { .reply(body: $0.method) })
        let client = try RawClient(server)
        await client.send("BREW / HTTP/1.1\r\n\r\n")
        #expect(await client.receive(endingWith: "BREW").hasSuffix("\r\n\r\nBREW"))
    }

    @Test func `A script at accept speaks first`() async throws {
        let server = try LoopbackServer([.atAccept, .send("220 hello"), .close])
        let reply = await (try RawClient(server)).receive()
        #expect(String(decoding: reply.bytes, as: UTF8.self) == "220 hello")
        #expect(reply.end == .ended)
    }

    @Test(arguments: [(Script.Step.close, Transfer.ended), (.halfClose, .ended), (.reset, .failed)])
    func `The end is the one scripted`(step: Script.Step, end: Transfer) async throws {
        let server = try LoopbackServer([.send("x"), .pause(.milliseconds(50)), step])
        let client = try RawClient(server)
        await client.send(.get)
        let reply = await client.receive()
        #expect(reply.bytes == Array("x".utf8))
        #expect(reply.end == end)
    }

    @Test func `After a half-close the server still reads`() async throws {
        let server = try LoopbackServer([.halfClose, .awaitRequest, .close])
        let client = try RawClient(server)
        await client.send(.get)
        #expect(await client.receive().end == .ended)
        await client.send("GET /second HTTP/1.1\r\n\r\n")
        #expect(await server.journal.requests(count: 2, within: .seconds(5)).map(\.target) == ["/", "/second"])
    }

    @Test func `The reply waits for the body`() async throws {
        let server = try LoopbackServer([.awaitBody, .reply(body: "done")])
        let client = try RawClient(server)
        await client.send("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nab")
        _ = await server.journal.first(within: .seconds(5)) { $0.first?.requests.first?.body.count == 2 ? true : nil }
        #expect(server.journal.bytesSent == 0)
        await client.send("cd")
        #expect(await client.receive(endingWith: "done").hasSuffix("done"))
        #expect(server.journal.requests.first?.body == Array("abcd".utf8))
    }

    @Test func `A server that stops reading blocks its peer`() async throws {
        var options = LoopbackServer.Options()
        options.receiveBuffer = 16_384
        let server = try LoopbackServer([.stopReading, .stall], options: options)
        let client = try RawClient(server)
        await client.send("POST / HTTP/1.1\r\nContent-Length: 900000000\r\n\r\n")
        let sent = await client.sendUntilBlocked(for: .milliseconds(300))
        #expect(sent < 32 << 20)
    }

    @Test func `A full backlog leaves connecting to hang`() async throws {
        var options = LoopbackServer.Options()
        options.accepting = .backlogFull
        let server = try LoopbackServer(.reply(), options: options)
        let client = try RawClient(server)
        async let sent = client.send(.get)
        #expect(await client.receive(within: .milliseconds(300)).end == .blocked)
        #expect(server.journal.connections.isEmpty)
        server.stop()
        #expect(await sent == false)
    }

    @Test func `A server that does not accept takes bytes and answers none`() async throws {
        var options = LoopbackServer.Options()
        options.accepting = .none
        let server = try LoopbackServer(.reply(), options: options)
        let client = try RawClient(server)
        #expect(await client.send(.get))
        #expect(await client.receive(within: .milliseconds(200)).end == .blocked)
        #expect(server.journal.connections.isEmpty)
    }

    @Test func `A server that refuses connections keeps its port`() async throws {
        var options = LoopbackServer.Options()
        options.accepting = .refused
        let server = try LoopbackServer(.reply(), options: options)
        let client = try RawClient(server)
        #expect(await client.send(.get) == false)
        #expect(server.journal.connections.isEmpty)
        #expect(try LoopbackServer(.reply()).port != server.port)
    }

    @Test func `A body is read as far as the script says`() async throws {
        var options = LoopbackServer.Options()
        options.receiveBuffer = 16_384
        let server = try LoopbackServer([.readBody(upTo: 1_000_000), .stall], options: options)
        let client = try RawClient(server)
        await client.send("POST / HTTP/1.1\r\nContent-Length: 900000000\r\n\r\n")
        let sent = await client.sendUntilBlocked(for: .milliseconds(300))
        let read = server.journal.requests.first?.body.count ?? 0
        #expect((1_000_000...1_100_000).contains(read))
        #expect(sent < 32 << 20)
    }

    @Test func `It listens on ::1 as well`() async throws {
        var options = LoopbackServer.Options()
        options.address = .ipv6
        let server = try LoopbackServer(.reply(body: "six"), options: options)
        #expect(server.url("/p").absoluteString == "http://[::1]:\(server.port)/p")
        let client = try RawClient(server, address: .ipv6)
        await client.send(.get)
        #expect(await client.receive(endingWith: "six").hasSuffix("six"))
    }

    @Test func `URLs keep the path as it is written`() throws {
        let server = try LoopbackServer(.reply())
        #expect(
            server.url("/a/../b//c%2Fd?e=f;g").absoluteString == "http://127.0.0.1:\(server.port)/a/../b//c%2Fd?e=f;g")
    }
}
