extension Journal {
    /// When the peer closed a connection, waiting for it if need be; `nil` if it did not within the limit.
    public func peerClosed(connection: Int = 0, within limit: Duration) async -> Instant? {
        await first(within: limit) { $0.dropFirst(connection).first?.peerClose?.instant }
    }

    /// Every request, once there are at least `count` with their whole bodies; as many as there are after the limit.
    public func requests(count: Int, within limit: Duration) async -> [RecordedRequest] {
        await wait(within: limit) { $0.reduce(0) { $0 + $1.requests.count(where: \.isComplete) } >= count }
        return requests
    }

    /// Every connection, once there are at least `count`; as many as there are after the limit.
    public func connections(count: Int, within limit: Duration) async -> [JournalConnection] {
        await wait(within: limit) { $0.count >= count }
        return connections
    }

    /// The first value that the connections yield, waiting for it if need be; `nil` after the limit.
    ///
    /// The closure is called again, under the journal's lock, with each change; it must not use the journal.
    public func first<Value: Sendable>(
        within limit: Duration, _ value: @escaping @Sendable ([JournalConnection]) -> Value?
    ) async -> Value? {
        await wait(within: limit) { value($0) != nil }
        return value(connections)
    }
}
