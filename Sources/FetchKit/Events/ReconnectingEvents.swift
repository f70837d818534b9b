#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension BudgetedFetch {
    /// The server-sent events of a URL, over as many connections as it takes (WHATWG HTML, section 9.2).
    ///
    /// ```swift
    /// let day = ReconnectionPolicy(deadline: .seconds(86_400))
    /// for try await event in fetch.events(URLRequest(url: url), reconnecting: day) { print(event.data) }
    /// ```
    ///
    /// When a connection ends or is lost, or the status is 429, 500, 502, 503 or 504, the sequence waits and connects
    /// again with the `Last-Event-ID` it has come to. It ends at a 204. Each connection is held to the fetch's policy:
    /// one that outlives its deadline or is silent for its idle timeout is lost, one that crosses its budget fails.
    ///
    /// The request's own `Accept`, `Cache-Control` and first `Last-Event-ID` hold where it has them. Since it is sent
    /// again, it must be a GET, without a body from a stream; another is `.transport(.badURL)`.
    ///
    /// The sequence throws ``FetchFailure``. Any other status or content type is `.transport(.badServerResponse)`; the
    /// deadline is `.transport(.timedOut)`, as soon as it leaves no time for another connection. Cancelling the task
    /// ends a wait as it does a connection, at once.
    public func events(
        _ request: URLRequest, reconnecting policy: ReconnectionPolicy, limits: EventLimits = EventLimits()
    ) -> ReconnectingEvents {
        ReconnectingEvents(fetch: self, request: request, policy: policy, limits: limits)
    }
}

/// Events over several connections; made by ``BudgetedFetch/events(_:reconnecting:limits:)``.
///
/// Each iterator has connections and a deadline of its own. Leaving early cuts the wire.
public struct ReconnectingEvents: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = ServerSentEvent
    /// What reading throws.
    public typealias Failure = FetchFailure

    let fetch: BudgetedFetch
    let request: URLRequest
    let policy: ReconnectionPolicy
    let limits: EventLimits

    /// Starts the deadline. The first connection is opened when the first event is asked for.
    public func makeAsyncIterator() -> Iterator {
        let lastEventID = request.value(forHTTPHeaderField: "Last-Event-ID") ?? ""
        return Iterator(
            sequence: self, reconnection: Reconnection(policy: policy, lastEventID: lastEventID, start: .now))
    }

    /// Reads the events; the connection is cut when the last copy of it goes.
    public struct Iterator: AsyncIteratorProtocol {
        let sequence: ReconnectingEvents
        var reconnection: Reconnection
        /// What the next step follows; `nil` once the sequence has ended.
        var happening: Reconnection.Happening? = .due
        /// The events of the connection there is.
        var connection: FetchEvents.Iterator?

        /// The next event, or `nil` when the server wants no more connections.
        ///
        /// - Throws: ``FetchFailure``, after the whole events before it.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(FetchFailure) -> ServerSentEvent? {
            while let happening {
                switch reconnection.step(after: happening, at: .now) {
                case .connect(let time): await connect(within: time)
                case .read: if let event = await read() { return event }
                case .wait(let end): await wait(until: end)
                case .finish: finish()
                case .fail(let failure, let reason):
                    finish()
                    if let reason { sequence.fetch.observer?(FetchDiagnosis(stage: .head, reason: reason)) }
                    throw failure
                }
            }
            return nil
        }

        private mutating func finish() {
            happening = nil
            connection = nil
        }

        private mutating func connect(within time: Duration) async {
            do throws(FetchFailure) {
                let id = reconnection.lastEventID
                let stream = try await sequence.fetch.connect(sequence.request, lastEventID: id, within: time)
                connection = stream.body.events(limits: sequence.limits, lastEventID: id).makeAsyncIterator()
                happening = .head(status: stream.status, stream.headers, date: Int(Date.now.timeIntervalSince1970))
            } catch {
                happening = .end(error)
            }
        }

        private mutating func read() async -> ServerSentEvent? {
            var event: ServerSentEvent?
            do throws(FetchFailure) {
                event = try await connection?.next()
                happening = event == nil ? .end(nil) : .event
            } catch {
                happening = .end(error)
            }
            if let parser = connection?.parser {
                reconnection.note(lastEventID: parser.lastEventID, retry: parser.retry)
            }
            return event
        }

        private mutating func wait(until end: Reconnection.Instant) async {
            connection = nil
            do {
                try await Task.sleep(until: end, clock: .continuous)
                happening = .due
            } catch {
                happening = .end(.transport(.cancelled))
            }
        }
    }
}

extension BudgetedFetch {
    /// Opens a connection for events that ends within a time, and within the policy's own deadline.
    fileprivate func connect(
        _ request: URLRequest, lastEventID: String, within time: Duration
    ) async throws(FetchFailure) -> FetchStream {
        guard request.httpMethod ?? "GET" == "GET", request.httpBodyStream == nil else {
            let reason = "only a GET without a body from a stream can be sent again"
            observer?(FetchDiagnosis(stage: .request, reason: reason))
            throw .transport(.badURL)
        }
        var policy = policy
        policy.deadline = min(policy.deadline, time)
        var request = request
        for (name, value) in [("Accept", "text/event-stream"), ("Cache-Control", "no-cache")]
        where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
        request.setValue(lastEventID.isEmpty ? nil : lastEventID, forHTTPHeaderField: "Last-Event-ID")
        return try await BudgetedFetch(policy: policy, backend: backend, observer: observer).stream(request)
    }
}
