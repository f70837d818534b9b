internal import FetchKit
internal import FetchTesting
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What the reader of a body in motion came to.
struct MotionEnd: Sendable {
    var outcome: Outcome
    var reply: ReplyObservation?
    var file: FileObservation?
    /// When the reader turned away from it, if it did.
    var leftAt: ContinuousClock.Instant?
    var bytesSentWhileHeld: Int?

    init(_ outcome: Outcome) { self.outcome = outcome }
}

extension ActionRun {
    /// Runs a reader in a task of its own, which is cancelled when it asks for that.
    func motion(
        _ read: @escaping @Sendable (_ askForCancellation: @Sendable () -> Void) async -> MotionEnd
    ) async -> ActionReport {
        let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
        let reader = Task {
            watch.noteStart()
            let end = await read { continuation.yield() }
            continuation.finish()
            return end
        }
        let canceller = Task {
            for await _ in asked {
                server.journal.mark()
                let instant = ContinuousClock.now
                reader.cancel()
                return instant as ContinuousClock.Instant?
            }
            return nil
        }
        let end = await values(of: [reader])?.first
        canceller.cancel()
        let cancelledAt = await canceller.value
        reader.cancel()
        let endedAt = end?.leftAt ?? watch.end ?? .now
        if cancelledAt == nil, end?.leftAt == nil { server.journal.mark() }
        let start = cancelledAt ?? watch.start ?? endedAt
        return ActionReport(
            outcome: end?.outcome ?? .hung, reply: end?.reply, decidedAt: cancelledAt ?? endedAt,
            elapsed: max(.zero, start.duration(to: endedAt)), file: end?.file,
            bytesSentWhileHeld: end?.bytesSentWhileHeld)
    }
}

// MARK: Streams

/// What a reader has seen of a body.
private struct StreamedBody {
    private(set) var count = 0
    /// All of it; `nil` where it is too long to keep without being seen in the memory of the process.
    private(set) var kept: Data? = Data()
    /// Whether the reader has come to its turn.
    private(set) var hasTurned = false
    /// Whether it looks at no more.
    private(set) var isClosed = false

    mutating func append(_ piece: Data) {
        count += piece.count
        if count <= 1 << 20 { kept?.append(piece) } else { kept = nil }
    }

    mutating func turn(_ reading: StreamReading) {
        hasTurned = true
        guard reading.turn != .goesOn else { return }
        isClosed = true
        count = reading.bytes
        kept = kept?.prefix(count)
    }
}

extension ActionRun {
    /// What a reader throws of its own accord.
    private struct Enough: Error {}

    func stream(_ reading: StreamReading) async -> ActionReport {
        await motion { askForCancellation in
            let stream: FetchStream
            do throws(FetchFailure) {
                stream = try await fetch.stream(requests[0], window: reading.window)
            } catch {
                return MotionEnd(Outcome(error))
            }
            return await read(stream, reading, askForCancellation)
        }
    }

    private func read(
        _ stream: FetchStream, _ reading: StreamReading, _ askForCancellation: @Sendable () -> Void
    ) async -> MotionEnd {
        var end = MotionEnd(.hung)
        var body = StreamedBody()
        var failure: FetchFailure?
        do {
            for try await piece in stream.body {
                guard !body.isClosed else { continue }
                body.append(piece)
                guard !body.hasTurned, body.count >= reading.bytes else { continue }
                body.turn(reading)
                if reading.pause > .zero { end.bytesSentWhileHeld = await hold(for: reading.pause) }
                if reading.turn == .isCancelled { askForCancellation() }
                guard reading.turn == .leaves || reading.turn == .throwsOut else { continue }
                end.leftAt = .now
                server.journal.mark()
                if reading.turn == .throwsOut { throw Enough() }
                break
            }
            if end.leftAt == nil { watch.noteReply() }
        } catch {
            failure = error as? FetchFailure
        }
        let part = Outcome.reply(stream.status, bytes: body.count)
        end.outcome = end.leftAt != nil ? .left(part) : failure.map { .broken(part, by: Outcome($0)) } ?? part
        end.reply = ReplyObservation(body: body.kept, headers: stream.headers)
        return end
    }

    /// Waits, and tells how many bytes the kernel took from the server in the second half of the time: in the first
    /// one the buffers between the two fill up.
    private func hold(for pause: Duration) async -> Int {
        // The task is cancelled only by a reader that asks for it, after its pause.
        try? await Task.sleep(for: pause / 2, clock: .continuous)
        let halfway = server.journal.bytesSent
        try? await Task.sleep(for: pause / 2, clock: .continuous)
        return server.journal.bytesSent - halfway
    }
}

// MARK: Lines and events

extension ActionRun {
    func lines(limit: Int) async -> ActionReport {
        await motion { _ in
            var lines: [String] = []
            var end = await collect { () async throws(FetchFailure) in
                for try await line in try await fetch.stream(requests[0]).body.lines(limit: limit) {
                    lines.append(line)
                }
            } count: {
                lines.count
            }
            end.reply = ReplyObservation(lines: lines)
            return end
        }
    }

    func events(_ limits: EventLimits) async -> ActionReport {
        await motion { _ in
            var events: [ServerSentEvent] = []
            var end = await collect { () async throws(FetchFailure) in
                for try await event in try await fetch.stream(requests[0]).body.events(limits: limits) {
                    events.append(event)
                }
            } count: {
                events.count
            }
            end.reply = ReplyObservation(events: events)
            return end
        }
    }

    func events(_ count: Int, reconnecting policy: ReconnectionPolicy) async -> ActionReport {
        await motion { _ in
            var events: [ServerSentEvent] = []
            var leftAt: ContinuousClock.Instant?
            var end = await collect { () async throws(FetchFailure) in
                for try await event in fetch.events(requests[0], reconnecting: policy) {
                    events.append(event)
                    guard events.count == count else { continue }
                    leftAt = .now
                    server.journal.mark()
                    break
                }
            } count: {
                events.count
            }
            if leftAt != nil { end.outcome = .left(end.outcome) }
            end.leftAt = leftAt
            end.reply = ReplyObservation(events: events)
            return end
        }
    }

    /// Collects items until their end or a failure. Without a single one, the failure is all there is.
    private func collect(
        _ items: () async throws(FetchFailure) -> Void, count: () -> Int
    ) async -> MotionEnd {
        do throws(FetchFailure) {
            try await items()
            watch.noteReply()
            return MotionEnd(.items(count()))
        } catch {
            return MotionEnd(count() == 0 ? Outcome(error) : .broken(.items(count()), by: Outcome(error)))
        }
    }
}
