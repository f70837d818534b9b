extension FetchBody {
    /// The body as server-sent events (WHATWG HTML, section 9.2), as they come.
    ///
    /// ```swift
    /// for try await event in stream.body.events() { print(event.event, event.data) }
    /// ```
    ///
    /// The reply's status and content type (``FetchHeaders/announceEvents``) are the caller's to check;
    /// ``BudgetedFetch/events(_:reconnecting:limits:)`` does, and reconnects.
    ///
    /// - Parameters:
    ///   - limits: How much may be held; a line or an event beyond it throws `.transport(.dataLengthExceedsMaximum)`
    ///     and cuts the wire.
    ///   - lastEventID: The ID the request named in `Last-Event-ID`, which events without one of their own keep.
    public func events(limits: EventLimits = EventLimits(), lastEventID: String = "") -> FetchEvents {
        FetchEvents(body: self, limits: limits, lastEventID: lastEventID)
    }
}

/// The events of a body; made by ``FetchBody/events(limits:lastEventID:)``. Read once, like the body; leaving early cuts
/// the wire.
public struct FetchEvents: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = ServerSentEvent
    /// What reading throws.
    public typealias Failure = FetchFailure

    let body: FetchBody
    let limits: EventLimits
    let lastEventID: String

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: body.makeAsyncIterator(), parser: EventParser(limits: limits, lastEventID: lastEventID))
    }

    /// Reads the events; the exchange is cut when the last copy of it goes.
    public struct Iterator: AsyncIteratorProtocol {
        /// `nil` once the events have ended, which lets go of the wire.
        var body: FetchBody.Iterator?
        var parser: EventParser

        /// The next event, or `nil` at the end of a whole body.
        ///
        /// - Throws: ``FetchFailure``, after the whole events before it.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(FetchFailure) -> ServerSentEvent? {
            do throws(FetchFailure) {
                while body != nil {
                    if let event = try parser.next() { return event }
                    guard let piece = try await body?.next(isolation: actor) else { break }
                    parser.append(piece)
                }
            } catch {
                body = nil
                throw error
            }
            body = nil
            return nil
        }
    }
}

extension FetchHeaders {
    /// True where the content type is `text/event-stream`, whatever its parameters.
    public var announceEvents: Bool {
        let type = self["Content-Type"]?.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        return type?.lowercased() == "text/event-stream"
    }
}
