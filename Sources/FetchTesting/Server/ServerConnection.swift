/// One accepted connection: moves bytes as its player says and tells the journal. Lives on the loop's thread.
final class ServerConnection {
    let socket: Descriptor

    /// When to ask again though nothing arrived; `nil` for never.
    private(set) var wake: ContinuousClock.Instant?

    /// Whether the connection is over and its socket is to be let go.
    private(set) var isOver = false

    private let number: Int
    private let journal: Journal
    private let chooseScript: @Sendable (RecordedRequest) -> Script
    private var player: ScriptPlayer
    private var reader = RequestReader()
    /// The requests by number, as their heads said.
    private var heads: [RecordedRequest] = []
    private var isReading = true
    private var isBlocked = false
    private var peerHasClosed = false

    init(_ socket: Descriptor, number: Int, journal: Journal, behavior: ServerBehavior) {
        self.socket = socket
        self.number = number
        self.journal = journal
        chooseScript = behavior.chooseScript
        player = ScriptPlayer(atAccept: behavior.scriptAtAccept)
    }

    /// What the connection is to be watched for.
    var interest: Readiness.Events {
        var events: Readiness.Events = []
        if isReading { events.insert(.readable) }
        if isBlocked { events.insert(.writable) }
        if !peerHasClosed { events.insert(.peerClosed) }
        return events
    }

    func handle(_ events: Readiness.Events, buffer: inout [UInt8]) {
        let now = ContinuousClock.now
        let isReset = !events.isDisjoint(with: .over) && socket.takesError()
        if isReading && events.contains(.readable) { read(into: &buffer) }
        if isReset || events.contains(.peerClosed) || !events.isDisjoint(with: .over) {
            notePeerClose(at: now, byReset: isReset)
        }
        if events.isDisjoint(with: .over) { play(at: now) } else { finish() }
    }

    /// Does what the player says until it wants to wait, the socket is full, or others should have a turn.
    func play(at now: ContinuousClock.Instant) {
        wake = nil
        isBlocked = false
        var budget = 4
        while !isOver {
            switch player.next(at: now) {
            case .choose(let request): player.begin(chooseScript(heads[request]))
            case .write:
                isBlocked = !write()
                budget -= 1
                if budget == 0 { isBlocked = true }
                if isBlocked { return }
            case .wait(let instant):
                wake = instant
                return
            case .resumeReading: isReading = true
            case .stopReading: isReading = false
            case .halfClose: socket.endSending()
            case .close: finish()
            case .reset:
                socket.resetOnClose()
                finish()
            }
        }
    }

    /// Writes once; `false` when the socket takes no more for now.
    private func write() -> Bool {
        switch socket.send(player.output.next) {
        case .moved(let count):
            player.wrote(count)
            journal.update(number) { $0.bytesSent += count }
            return true
        case .blocked: return false
        case .ended, .failed:
            notePeerClose(at: .now, byReset: true)
            finish()
            return true
        }
    }

    /// Reads what is there, up to the end if the peer has closed, or until the player has something to do.
    private func read(into buffer: inout [UInt8]) {
        while true {
            switch socket.receive(into: &buffer) {
            case .moved(let count):
                for event in reader.receive(Array(buffer[..<count])) { note(event) }
                if count < buffer.count || player.hasReadEnough { return }
            case .blocked: return
            case .ended, .failed:
                isReading = false
                return
            }
        }
    }

    private func note(_ event: RequestReader.Event) {
        switch event {
        case .head(let request):
            heads.append(request)
            player.receiveHead()
            journal.update(number) { $0.requests.append(request) }
        case .body(let bytes):
            player.receiveBody(bytes.count)
            journal.update(number) { $0.requests[$0.requests.count - 1].body += bytes }
        case .end:
            player.receiveBodyEnd()
            journal.update(number) { $0.requests[$0.requests.count - 1].isComplete = true }
        }
    }

    private func notePeerClose(at instant: ContinuousClock.Instant, byReset: Bool) {
        guard !peerHasClosed else { return }
        peerHasClosed = true
        player.peerClosed()
        journal.update(number) { $0.peerClose = .init(instant: instant, byReset: byReset) }
    }

    private func finish() {
        isOver = true
        journal.update(number) { $0.serverClosedAt = .now }
    }
}
