/// Plays scripts on one connection: says what to do next and is told what came of it. Pure: no socket, no clock.
struct ScriptPlayer {
    typealias Instant = ContinuousClock.Instant

    /// What the connection is to do now.
    enum Action: Equatable {
        /// Begin the script for the request with this number.
        case choose(request: Int)
        /// Write from ``ScriptPlayer/output``, then ask again.
        case write
        /// Ask again when something arrives, or at this instant.
        case wait(until: Instant?)
        case resumeReading
        case stopReading
        case halfClose
        case close
        case reset
    }

    /// What is left to write of the current step.
    private(set) var output = PendingOutput(bytes: [], total: 0)

    private var steps: ArraySlice<Script.Step>?
    private var progress = Progress.fresh
    private var headsReceived = 0
    private var bodiesReceived = 0
    private var requestsTaken = 0
    private var bodyBytes = 0
    private var bodyBytesWanted = Int.max
    private var peerGone = false
    private var stallsAtEnd = false

    private enum Progress {
        case fresh
        case writing
        case reading
        case pausing(until: Instant)
        case trickling(offset: Int, next: Instant)
    }

    init(atAccept script: Script? = nil) {
        guard let script else { return }
        begin(script)
        stallsAtEnd = true
    }

    mutating func begin(_ script: Script) { steps = script.steps[...] }
    mutating func receiveHead() { (headsReceived, bodyBytes) = (headsReceived + 1, 0) }
    mutating func receiveBody(_ count: Int) { bodyBytes += count }
    mutating func receiveBodyEnd() { bodiesReceived += 1 }
    mutating func peerClosed() { peerGone = true }
    mutating func wrote(_ count: Int) { output.consume(count) }

    /// Whether what has been read gives it something to do, before any more is read.
    var hasReadEnough: Bool { headsReceived > requestsTaken || bodyBytes >= bodyBytesWanted }

    mutating func next(at now: Instant) -> Action {
        while let step = steps?.first {
            if let action = play(step.kind, at: now) { return action }
            steps?.removeFirst()
            progress = .fresh
        }
        if stallsAtEnd { return idle }
        steps = nil
        guard headsReceived > requestsTaken else { return idle }
        requestsTaken += 1
        return .choose(request: requestsTaken - 1)
    }

    /// Nothing to do until the peer does something; the end, if it has gone.
    private var idle: Action { peerGone ? .close : .wait(until: nil) }

    /// The next action of a step, or `nil` when it is done.
    private mutating func play(_ step: Script.Step.Kind, at now: Instant) -> Action? {
        switch step {
        case .atAccept: nil
        case .awaitRequest: awaitRequest()
        case .awaitBody: bodiesReceived >= requestsTaken ? nil : idle
        case .write(let bytes, let total): write(bytes, total: total)
        case .trickle(let bytes, let size, let interval, let endless):
            trickle(bytes, size: size, interval: interval, endless: endless, at: now)
        case .pause(let time): pause(time, at: now)
        case .stall: idle
        case .readBody(let bytes): readBody(upTo: bytes)
        case .stopReading: once(.stopReading)
        case .halfClose: once(.halfClose)
        case .close: .close
        case .reset: .reset
        }
    }

    private mutating func once(_ action: Action) -> Action? {
        if case .fresh = progress {
            progress = .writing
            return action
        }
        return nil
    }

    private mutating func awaitRequest() -> Action? {
        guard headsReceived > requestsTaken else { return idle }
        requestsTaken += 1
        return nil
    }

    private mutating func readBody(upTo bytes: Int) -> Action? {
        switch progress {
        case .fresh:
            progress = .reading
            bodyBytesWanted = bytes
            return .resumeReading
        case .reading where bodyBytes < bytes: return idle
        case .reading:
            progress = .writing
            bodyBytesWanted = .max
            return .stopReading
        default: return nil
        }
    }

    private mutating func write(_ bytes: [UInt8], total: Int?) -> Action? {
        if case .fresh = progress {
            output = PendingOutput(bytes: bytes, total: total ?? .max)
            progress = .writing
        }
        if total == nil && peerGone { return .close }
        return output.isEmpty ? nil : .write
    }

    private mutating func pause(_ time: Duration, at now: Instant) -> Action? {
        if case .fresh = progress { progress = .pausing(until: now.advanced(by: time)) }
        guard case .pausing(let end) = progress, now < end else { return nil }
        return .wait(until: end)
    }

    private mutating func trickle(
        _ bytes: [UInt8], size: Int, interval: Duration, endless: Bool, at now: Instant
    ) -> Action? {
        if case .fresh = progress { progress = .trickling(offset: 0, next: now) }
        guard case .trickling(var offset, let next) = progress, !bytes.isEmpty else { return nil }
        if !output.isEmpty { return .write }
        if offset >= bytes.count {
            guard endless else { return nil }
            offset = 0
        }
        if endless && peerGone { return .close }
        guard now >= next else { return .wait(until: next) }
        let end = min(bytes.count, offset + size)
        output = PendingOutput(bytes: Array(bytes[offset..<end]), total: end - offset)
        progress = .trickling(offset: end, next: next.advanced(by: interval))
        return .write
    }
}

/// A stream of bytes not yet written: a buffer, over and over, up to a total.
struct PendingOutput {
    private let bytes: [UInt8]
    private var offset = 0
    private var remaining: Int

    init(bytes: [UInt8], total: Int) {
        self.bytes = bytes
        remaining = bytes.isEmpty ? 0 : total
    }

    var isEmpty: Bool { remaining == 0 }

    /// What one write may take.
    var next: ArraySlice<UInt8> { bytes[offset..<(offset + min(remaining, bytes.count - offset))] }

    mutating func consume(_ count: Int) {
        remaining -= count
        offset += count
        if offset == bytes.count { offset = 0 }
    }
}
