internal import Foundation

/// Reads the events of a `text/event-stream` from bytes that come in pieces, by the rules of WHATWG HTML section 9.2.6.
/// Pure.
///
/// An event is complete at the empty line after it; one that the stream's end cuts off is dropped, its ID with it.
struct EventParser: Sendable {
    private var splitter: LineSplitter
    private let limit: Int

    /// The ID that a reconnection names: the last one of a complete event.
    private(set) var lastEventID: String

    /// How long the server last asked to wait before a reconnection.
    private(set) var retry: Duration?

    private var pendingID: String
    private var event = ""
    /// The data lines so far; `nil` while there is none, which is not the same as one that is empty.
    private var data: String?

    /// Makes a parser for the stream of one connection.
    ///
    /// - Parameter lastEventID: What the request named; events without an ID of their own keep it.
    init(limits: EventLimits, lastEventID: String = "") {
        splitter = LineSplitter(limit: limits.line)
        limit = max(0, limits.event)
        self.lastEventID = lastEventID
        pendingID = lastEventID
    }

    /// Takes the next piece, once ``next()`` has found no more events in the one before.
    mutating func append(_ piece: Data) { splitter.append(piece) }

    /// The next whole event, or `nil` where it needs another piece.
    ///
    /// - Throws: `.transport(.dataLengthExceedsMaximum)` for a line or an event over its limit.
    mutating func next() throws(FetchFailure) -> ServerSentEvent? {
        while let field = try splitter.next(EventField.init) {
            switch field {
            case .data(let line): try add(line)
            case .event(let name): event = name
            case .id(let id): pendingID = id
            case .retry(let time): retry = time
            case .ignored: continue
            case .end: if let event = complete() { return event }
            }
        }
        return nil
    }

    private mutating func add(_ line: String) throws(FetchFailure) {
        guard var text = data.take() else {
            guard line.utf8.count <= limit else { throw .transport(.dataLengthExceedsMaximum) }
            return data = line
        }
        guard line.utf8.count < limit - text.utf8.count else { throw .transport(.dataLengthExceedsMaximum) }
        text += "\n"
        text += line
        data = text
    }

    /// Ends the event; one without data is no event, but its ID counts.
    private mutating func complete() -> ServerSentEvent? {
        lastEventID = pendingID
        let name = event
        event = ""
        return data.take().map { data in
            ServerSentEvent(id: lastEventID, event: name.isEmpty ? "message" : name, data: data, retry: retry)
        }
    }
}
