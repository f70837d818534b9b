import FetchKit
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The lines and events of a body", .timeLimit(.minutes(1))) struct BodyLinesTests {
    private static let tooLong = FetchFailure.transport(.dataLengthExceedsMaximum)

    private func body(_ pieces: [String], end: ConnectionsBackend.Connection.End = .whole) async throws
        -> (body: FetchBody, backend: ConnectionsBackend)
    {
        let backend = ConnectionsBackend([.init(pieces: pieces, end: end)])
        let url = try #require(URL(string: "http://h/"))
        return (try await BudgetedFetch(budget: 1 << 20, backend: backend).stream(URLRequest(url: url)).body, backend)
    }

    @Test func `lines come as they are, the last one too`() async throws {
        let (lines, failure) = await (try body(["a\r", "\nb", "c\n\nd"])).body.lines().collected()
        #expect(lines == ["a", "bc", "", "d"])
        #expect(failure == nil)
    }

    @Test func `a connection lost within a line throws after the lines before it, and returns no half line`()
        async throws
    {
        let failed = FetchFailure.transport(.networkConnectionLost)
        let (lines, failure) = await (try body(["a\nb\nhalf"], end: .failed(failed))).body.lines().collected()
        #expect(lines == ["a", "b"])
        #expect(failure == failed)
    }

    @Test func `a line over the limit throws after the lines before it, and cuts the wire`() async throws {
        let (body, backend) = try await body(["1234\n", "12345"], end: .silent)
        let (lines, failure) = await body.lines(limit: 4).collected()
        #expect(lines == ["1234"])
        #expect(failure == Self.tooLong)
        await backend.cut()
    }

    @Test func `the default limit of a line is 64 KiB`() async throws {
        let line = String(repeating: "x", count: 64 * 1024)
        #expect(await (try body([line + "\n"])).body.lines().collected().elements == [line])
        #expect(await (try body([line, "x"])).body.lines().collected().failure == Self.tooLong)
    }

    @Test func `leaving the lines early cuts the wire`() async throws {
        let (body, backend) = try await body(["a\nb\n"], end: .silent)
        for try await line in body.lines() where line == "a" { break }
        await backend.cut()
    }

    @Test func `after its end a reader of lines or events finds nothing`() async throws {
        var lines = (try await body(["a"])).body.lines().makeAsyncIterator()
        #expect(try await lines.next() == "a")
        #expect(try await lines.next() == nil)
        #expect(try await lines.next() == nil)
        var events = (try await body(["data: long\n\ndata: a\n\n"])).body.events(limits: EventLimits(line: 8))
            .makeAsyncIterator()
        await #expect(throws: Self.tooLong) { try await events.next() }
        #expect(try await events.next() == nil)
    }

    @Test(arguments: EventFixture.standard) func `events come as the parser reads them`(fixture: EventFixture)
        async throws
    {
        let text = String(decoding: fixture.bytes, as: UTF8.self)
        let (events, failure) = await (try body(text.map { String($0) })).body.events().collected()
        #expect(events == fixture.events)
        #expect(failure == nil)
    }

    @Test func `an event over a limit throws after the events before it, and cuts the wire`() async throws {
        let (body, backend) = try await body(["data: 1\n\n", "data: 22\n"], end: .silent)
        let (events, failure) = await body.events(limits: EventLimits(event: 1)).collected()
        #expect(events == [ServerSentEvent(data: "1")])
        #expect(failure == Self.tooLong)
        await backend.cut()
    }
}
