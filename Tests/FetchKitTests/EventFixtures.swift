import FetchKit
import Foundation

/// A `text/event-stream`, the events in it, and what a reconnection knows after it.
struct EventFixture: Sendable {
    let name: String
    let bytes: [UInt8]
    let events: [ServerSentEvent]
    let lastEventID: String
    let retry: Duration?

    init(
        _ name: String, _ text: String, _ events: [ServerSentEvent] = [], lastEventID: String = "",
        retry: Duration? = nil
    ) {
        self.init(name, bytes: Array(text.utf8), events, lastEventID: lastEventID, retry: retry)
    }

    init(
        _ name: String, bytes: [UInt8], _ events: [ServerSentEvent] = [], lastEventID: String = "",
        retry: Duration? = nil
    ) {
        self.name = name
        self.bytes = bytes
        self.events = events
        self.lastEventID = lastEventID
        self.retry = retry
    }

    /// The examples of WHATWG HTML section 9.2.
    static let standard = [
        EventFixture(
            "data lines are joined", "data: YHOO\ndata: +2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
        EventFixture(
            "types", "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\nevent: add\ndata: 113411\n\n",
            [
                ServerSentEvent(event: "add", data: "73857293"), ServerSentEvent(event: "remove", data: "2153"),
                ServerSentEvent(event: "add", data: "113411"),
            ]),
        EventFixture(
            "a comment, an ID, an ID taken back, a space that counts",
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [
                ServerSentEvent(id: "1", data: "first event"), ServerSentEvent(data: "second event"),
                ServerSentEvent(data: " third event"),
            ]),
        EventFixture(
            "empty data is an event, an end without an empty line is none", "data\n\ndata\ndata\n\ndata:",
            [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
        EventFixture(
            "one space after the colon is dropped", "data:test\n\ndata: test\n\n",
            [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]),
    ]

    /// What breaks parsers: line ends across pieces (eventsource-parser#17), marks, comments, junk.
    static let hostile = [
        EventFixture("nothing", ""),
        EventFixture("empty lines alone", "\n\r\n\r\r\n\n"),
        EventFixture(
            "CR LF everywhere", "id: 7\r\nevent: e\r\ndata: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n",
            [ServerSentEvent(id: "7", event: "e", data: "a\nb"), ServerSentEvent(id: "7", data: "c")],
            lastEventID: "7"),
        EventFixture(
            "CR everywhere", "data: a\r\rdata: b\r\r", [ServerSentEvent(data: "a"), ServerSentEvent(data: "b")]),
        EventFixture(
            "mixed line ends", "data: a\r\ndata: b\rdata: c\n\r\ndata: d\n\r",
            [ServerSentEvent(data: "a\nb\nc"), ServerSentEvent(data: "d")]),
        EventFixture("a mark at the start", "\u{FEFF}data: a\n\n", [ServerSentEvent(data: "a")]),
        EventFixture("two marks", "\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", [ServerSentEvent(data: "b")]),
        EventFixture("a mark later on", "data: a\n\n\u{FEFF}data: b\n\n", [ServerSentEvent(data: "a")]),
        EventFixture(
            "comments", ":\n: a\n:data: no\ndata: yes\n:\n\n: end\n\n", [ServerSentEvent(data: "yes")]),
        EventFixture(
            "an ID with a NUL is ignored", "id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n",
            [ServerSentEvent(id: "1", data: "a"), ServerSentEvent(id: "1", data: "b")], lastEventID: "1"),
        EventFixture("an ID counts without data", "id: 9\n\n", lastEventID: "9"),
        EventFixture(
            "an ID of an event cut off does not count", "id: 1\ndata: a\n\nid: 2\ndata: b\n",
            [ServerSentEvent(id: "1", data: "a")], lastEventID: "1"),
        EventFixture(
            "the last ID of an event counts", "id: 1\nid: 2\ndata: a\n\n", [ServerSentEvent(id: "2", data: "a")],
            lastEventID: "2"),
        EventFixture(
            "an ID keeps its inner spaces", "id:  a b \ndata: x\n\n", [ServerSentEvent(id: " a b ", data: "x")],
            lastEventID: " a b "),
        EventFixture(
            "a type does not outlive its event", "event: a\n\ndata: b\n\n", [ServerSentEvent(data: "b")]),
        EventFixture(
            "an empty type is message", "event: a\nevent:\ndata: b\n\n", [ServerSentEvent(data: "b")]),
        EventFixture(
            "names are exact", "Data: no\n data: no\ndata : no\ndat: no\ndata2: no\ndataset: no\nDATA: no\ndata: a\n\n",
            [ServerSentEvent(data: "a")]),
        EventFixture("a line without a colon is a name", "junk\ndata\n\n", [ServerSentEvent(data: "")]),
        EventFixture("colons in a value", "data:: a:b\n\n", [ServerSentEvent(data: ": a:b")]),
        EventFixture("a tab is not a space", "data:\ta\n\n", [ServerSentEvent(data: "\ta")]),
        EventFixture("a NUL in data", "data: a\0b\n\n", [ServerSentEvent(data: "a\0b")]),
        EventFixture(
            "text of several bytes", "event: é\nid: €\ndata: 😀日本\n\n",
            [ServerSentEvent(id: "€", event: "é", data: "😀日本")], lastEventID: "€"),
        EventFixture(
            "bytes that are not UTF-8", bytes: Array("data: a".utf8) + [0xFF, 0x0A] + Array("data: b\n\n".utf8),
            [ServerSentEvent(data: "a\u{FFFD}\nb")]),
        EventFixture(
            "line separators of Unicode are no line ends", "data: a\u{2028}b\u{85}c\n\n",
            [ServerSentEvent(data: "a\u{2028}b\u{85}c")]),
        EventFixture("an event cut off before its empty line", "data: a\n\ndata: b\n", [ServerSentEvent(data: "a")]),
        EventFixture("an event cut off within a line", "data: a\n\ndata: b", [ServerSentEvent(data: "a")]),
        EventFixture("an event that ends with the CR of a CR LF", "data: a\r\n\r", [ServerSentEvent(data: "a")]),
    ]

    /// Reconnection times.
    static let retries =
        [
            ("1500", .milliseconds(1500)), ("0", .zero), ("007", .milliseconds(7)), ("", nil), ("-1", nil), ("+1", nil),
            ("1.5", nil), ("1s", nil), (" 1", nil), ("1 ", nil), ("1e3", nil), ("٣", nil), ("0x10", nil),
            (String(repeating: "9", count: 40), FetchPolicy.longestTime),
        ].map { (text: String, time: Duration?) in
            EventFixture(
                "retry \(text)", "retry: \(text)\ndata: a\n\n", [ServerSentEvent(data: "a", retry: time)], retry: time)
        } + [
            EventFixture(
                "a retry holds until the next, whether or not its event has data",
                "data: a\n\nretry: 5\n\ndata: b\n\nretry: 6\nretry: x\ndata: c\n",
                [ServerSentEvent(data: "a"), ServerSentEvent(data: "b", retry: .milliseconds(5))],
                retry: .milliseconds(6))
        ]

    static let all = standard + hostile + retries
}

extension EventFixture: CustomStringConvertible {
    var description: String { name }
}
