import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct `Curl streams` {
    private static let open: Script = [.head(status: 200, ["Transfer-Encoding": "chunked"])]
    private static let endless: Script = [.head(status: 200), .endless(Array("0123456789abcdef".utf8))]

    @Test func `the head comes before the body, and pieces before the end`() async throws {
        let fixture = try CurlFixture(Self.open + [.chunk("one"), .stall])
        let stream = try await fixture.stream()
        #expect(stream.status == 200)
        #expect(stream.headers["Transfer-Encoding"] == "chunked")
        var pieces = stream.body.makeAsyncIterator()
        #expect(try await pieces.next() == Data("one".utf8))
        #expect(stream.body.receipt == nil)
    }

    @Test func `a body is whole whatever the window and however slow the reader`() async throws {
        let text = String(repeating: "what is sent is what is read. ", count: 20_000)
        let fixture = try CurlFixture(.chunked([text, text, text]))
        for window in [1, 1000, 100_000, 10_000_000] {
            let stream = try await fixture.stream(window: window)
            var body = Data()
            for try await piece in stream.body {
                #expect(!piece.isEmpty)
                body.append(piece)
                if piece.count > 60_000 { try await Task.sleep(for: .milliseconds(2)) }
            }
            #expect(String(decoding: body, as: UTF8.self) == text + text + text)
            #expect(stream.body.receipt?.bodyBytes == body.count)
        }
    }

    @Test func `a stream that is held back from its first byte on keeps its pooled connection`() async throws {
        let body = [UInt8](repeating: 1, count: 200_000)
        let fixture = try CurlFixture([.reply(body: body)])
        for _ in 0..<1000 {
            let stream = try await fixture.stream(window: 1)
            var count = 0
            for try await piece in stream.body { count += piece.count }
            #expect(count == body.count)
        }
        #expect(fixture.server.journal.connections.count == 1)
    }

    @Test func `small chunks that wait for their reader are no flood`() async throws {
        let chunks = [UInt8]("1\r\nz\r\n".utf8)
        let fixture = try CurlFixture(
            Self.open + [.send("1\r\nz\r\n"), .pause(.milliseconds(50)), .repeating(chunks, times: 100_000)]
                + [.send("0\r\n\r\n")])
        let policy = FetchPolicy(budget: 1 << 20, headBudget: 1000)
        let stream = try await fixture.stream(policy: policy, window: 1)
        var count = 0
        for try await piece in stream.body { count += piece.count }
        #expect(count == 100_001)
    }

    @Test func `a coded body is decoded no further than the window`() async throws {
        let zeros = [UInt8](repeating: 0, count: 8 << 20)
        let fixture = try CurlFixture([
            .reply(headers: ["Content-Encoding": "gzip"], body: try Zlib.compress(zeros, windowBits: 31))
        ])
        for window in [1000, 256 * 1024] {
            let stream = try await fixture.stream(policy: FetchPolicy(budget: .max), window: window)
            var count = 0
            for try await piece in stream.body {
                // A window, and one piece of the decoder's.
                #expect(piece.count <= window + 16 * 1024)
                #expect(piece.allSatisfy { $0 == 0 })
                count += piece.count
            }
            #expect(count == zeros.count)
        }
    }

    @Test func `a reader that waits holds the server back, and its silence is no fault`() async throws {
        let fixture = try CurlFixture(Self.endless)
        let policy = FetchPolicy(budget: .max, idleTimeout: .milliseconds(300))
        let stream = try await fixture.stream(policy: policy)
        var pieces = stream.body.makeAsyncIterator()
        _ = try await pieces.next()
        // On a busy machine the kernel's buffers fill in more than one go.
        let held = try #require(try await fixture.server.journal.bytesSentAtRest(for: .seconds(1), tries: 10))
        var count = 0
        while count < 64 << 20, let piece = try await pieces.next() { count += piece.count }
        #expect(count >= 64 << 20)
        #expect(fixture.server.journal.bytesSent > held)
    }

    @Test func `leaving the loop cuts the wire`() async throws {
        let fixture = try CurlFixture(Self.endless)
        let stream = try await fixture.stream(policy: FetchPolicy(budget: .max))
        for try await _ in stream.body { break }
        let left = ContinuousClock.now
        let gone = try #require(await fixture.server.journal.peerClosed(within: .seconds(5)))
        #expect(left.duration(to: gone) < .seconds(5))
    }

    @Test func `a stream that nobody reads is cut when it goes`() async throws {
        let fixture = try CurlFixture(Self.endless)
        _ = try await fixture.stream(policy: FetchPolicy(budget: .max))
        #expect(await fixture.server.journal.peerClosed(within: .seconds(5)) != nil)
    }

    @Test(arguments: [Self.endless, Self.open + [.chunk("one"), .stall]])
    func `cancelling the reader cuts the wire`(script: Script) async throws {
        let fixture = try CurlFixture(script)
        let task = Task { () async throws -> Int in
            var count = 0
            for try await piece in try await fixture.stream(policy: FetchPolicy(budget: .max)).body {
                count += piece.count
            }
            return count
        }
        _ = await fixture.server.journal.requests(count: 1, within: .seconds(5))
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await #expect(throws: FetchFailure.transport(.cancelled)) { try await task.value }
        #expect(await fixture.server.journal.peerClosed(within: .seconds(5)) != nil)
    }

    @Test(
        arguments: [
            (Self.open + [.chunk("good"), .close], FetchFailure.transport(.networkConnectionLost)),
            ([.head(status: 200, ["Content-Length": "9"]), .send("good"), .close], .transport(.networkConnectionLost)),
            (Self.open + [.chunk("good"), .pause(.milliseconds(100)), .reset], .transport(.networkConnectionLost)),
            (Self.open + [.chunk("good"), .stall], .transport(.timedOut)),
            (Self.open + [.chunk("good and more"), .stall], .overBudget(limit: 4)),
            (
                Self.open + [
                    .trickle("1\r\ng\r\n1\r\no\r\n1\r\no\r\n1\r\nd\r\n1\r\n!\r\n", every: .milliseconds(1)), .stall,
                ],
                .overBudget(limit: 4)
            ),
        ] as [(Script, FetchFailure)])
    func `a failure comes after the bytes that were good`(script: Script, failure: FetchFailure) async throws {
        let fixture = try CurlFixture(script)
        let policy = FetchPolicy(budget: failure == .overBudget(limit: 4) ? 4 : 9, idleTimeout: .milliseconds(500))
        let stream = try await fixture.stream(policy: policy)
        var body = Data()
        let end = await Result.catching { () async throws(FetchFailure) in
            for try await piece in stream.body { body.append(piece) }
        }
        #expect(end.failure == failure)
        #expect(body == Data("good".utf8))
        #expect(fixture.diagnoses.all.map(\.stage) == [.body])
    }

    @Test(
        arguments: [
            (Script.reply(status: 302, body: "elsewhere"), FetchFailure.redirectRefused(status: 302)),
            ([.head(status: 200, ["Content-Length": "11"]), .send("0123456789a"), .stall], .overBudget(limit: 10)),
            ([.send("HTTP/1.1 200 OK\r\n"), .stall], .transport(.timedOut)),
            (
                [.head(status: 200, ["Content-Encoding": "foo"]), .send("x"), .stall],
                .transport(.cannotDecodeContentData)
            ),
        ] as [(Script, FetchFailure)])
    func `what is refused at the head has no stream`(script: Script, failure: FetchFailure) async throws {
        let fixture = try CurlFixture(script)
        let policy = FetchPolicy(budget: 10, idleTimeout: .milliseconds(300))
        await #expect(throws: failure) { _ = try await fixture.stream(policy: policy) }
    }

    @Test func `the deadline holds while the reader waits`() async throws {
        let fixture = try CurlFixture(Self.endless)
        let stream = try await fixture.stream(policy: FetchPolicy(budget: .max, deadline: .milliseconds(500)))
        let gone = try #require(await fixture.server.journal.peerClosed(within: .seconds(5)))
        let start = try #require(fixture.server.journal.connections.first?.acceptedAt)
        #expect((Duration.milliseconds(400)...Duration.seconds(2)).contains(start.duration(to: gone)))
        await #expect(throws: FetchFailure.transport(.timedOut)) { for try await _ in stream.body {} }
    }

    @Test func `a stopped backend ends its streams`() async throws {
        let fixture = try CurlFixture(Self.open + [.chunk("one"), .stall])
        let stream = try await fixture.stream()
        fixture.backend.stop()
        await #expect(throws: FetchFailure.transport(.cancelled)) { for try await _ in stream.body {} }
    }

    @Test func `the end of a reply without a body is the end of its stream`() async throws {
        let fixture = try CurlFixture([.head(status: 204)])
        for try await _ in try await fixture.stream().body { Issue.record("204 has no body") }
    }
}

extension CurlFixture {
    fileprivate func stream(
        policy: FetchPolicy = FetchPolicy(budget: 10 << 20), window: Int = FetchStream.defaultWindow
    ) async throws(FetchFailure) -> FetchStream {
        let fetch = BudgetedFetch(policy: policy, backend: backend, observer: diagnoses.hear)
        return try await fetch.stream(URLRequest(url: server.url()), window: window)
    }
}

extension Journal {
    /// The bytes sent, once none more was for a time; `nil` where some were in each of the tries.
    func bytesSentAtRest(for time: Duration, tries: Int) async throws -> Int? {
        for _ in 0..<tries {
            let last = bytesSent
            try await Task.sleep(for: time)
            if bytesSent == last { return last }
        }
        return nil
    }
}
