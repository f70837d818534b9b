import Foundation
import Testing

@testable import FetchKit

@Suite("An event parser") struct EventParserTests {
    private static let tooLong = FetchFailure.transport(.dataLengthExceedsMaximum)

    private func parse(
        _ pieces: [ArraySlice<UInt8>], limits: EventLimits = EventLimits(), lastEventID: String = ""
    ) throws -> (events: [ServerSentEvent], parser: EventParser) {
        var parser = EventParser(limits: limits, lastEventID: lastEventID)
        var events: [ServerSentEvent] = []
        for piece in pieces {
            parser.append(Data(piece))
            while let event = try parser.next() { events.append(event) }
        }
        return (events, parser)
    }

    private func parse(_ text: String, limits: EventLimits = EventLimits(), lastEventID: String = "") throws
        -> [ServerSentEvent]
    {
        try parse([Array(text.utf8)[...]], limits: limits, lastEventID: lastEventID).events
    }

    @Test(arguments: EventFixture.all)
    func `the events are the same at every split, and byte by byte`(fixture: EventFixture) throws {
        let bytes = fixture.bytes
        let splits = bytes.indices.map { [bytes[..<$0], bytes[$0...]] }
        for pieces in [[bytes[...]], bytes.indices.map { bytes[$0...$0] }] + splits {
            let (events, parser) = try parse(pieces)
            #expect(events == fixture.events, "first piece of \(pieces.first?.count ?? 0) bytes")
            #expect(parser.lastEventID == fixture.lastEventID)
            #expect(parser.retry == fixture.retry)
        }
    }

    @Test func `an event is complete at the CR of an empty line, without waiting for an LF`() throws {
        #expect(try parse("data: a\r\n\r") == [ServerSentEvent(data: "a")])
    }

    @Test func `an event keeps the ID that the request named, until the server sets another`() throws {
        let events = try parse("data: a\n\nid: 2\ndata: b\n\nid\ndata: c\n\n", lastEventID: "1")
        #expect(events.map(\.id) == ["1", "2", ""])
    }

    @Test func `an event of exactly its limit passes and one byte more does not`() throws {
        let limits = EventLimits(line: 100, event: 7)
        #expect(try parse("data: 1234567\n\n", limits: limits).map(\.data) == ["1234567"])
        #expect(try parse("data: 123\ndata: 567\n\n", limits: limits).map(\.data) == ["123\n567"])
        #expect(try parse("data: 123456\ndata\n\n", limits: limits).map(\.data) == ["123456\n"])
        #expect(throws: Self.tooLong) { try parse("data: 12345678\n", limits: limits) }
        #expect(throws: Self.tooLong) { try parse("data: 123\ndata: 5678\n", limits: limits) }
        #expect(throws: Self.tooLong) { try parse("data: 1234567\ndata\n", limits: limits) }
    }

    @Test func `the limit is for one event, not for all of them`() throws {
        let text = String(repeating: "data: 1234567\n\n", count: 1000)
        #expect(try parse(text, limits: EventLimits(line: 13, event: 7)).count == 1000)
    }

    @Test func `a line of exactly its limit passes and one byte more does not, in a comment too`() throws {
        let limits = EventLimits(line: 7)
        #expect(try parse("data:ab\n:234567\n\n", limits: limits).map(\.data) == ["ab"])
        #expect(throws: Self.tooLong) { try parse("data:abc\n\n", limits: limits) }
        #expect(throws: Self.tooLong) { try parse(":2345678", limits: limits) }
    }

    @Test func `a negative limit is 0`() throws {
        #expect(try parse("data\n\n", limits: EventLimits(event: -1)).map(\.data) == [""])
        #expect(throws: Self.tooLong) { try parse("data\n\n", limits: EventLimits(line: .min)) }
    }

    @Test func `events before a line over the limit are not lost`() throws {
        var parser = EventParser(limits: EventLimits(line: 7))
        parser.append(Data("data: a\n\ndata: too long\n\n".utf8))
        #expect(try parser.next()?.data == "a")
        #expect(throws: Self.tooLong) { try parser.next() }
    }
}
