internal import FetchKit
internal import Foundation

/// What a reply is made of while it comes in: the gate that judges it, its head, and its body, decoded.
///
/// Knows nothing of libcurl: bytes go in, and a refusal or a reply comes out. A streamed body is taken out again and
/// again; once more than its room waits here, the sender is held back.
struct ReplyIntake: ~Copyable {
    typealias Instant = MonotonicInstant

    var gate: ExchangeGate
    private let method: String
    private let start: Instant
    private var parser: HeadParser
    private var body: BodyBuffer
    private var decoder: ContentDecoder?
    /// How many bytes of body may wait to be taken.
    var room: Int
    /// True from a piece that was held back until the sender is let go on.
    private(set) var isHeld = false
    /// How much of a piece that was held back had been taken; it comes again as a whole.
    private var takenOfHeld = 0
    private var lastTake = 0

    /// Makes an intake for an exchange that starts; a collected body has room without end.
    init(
        policy: FetchPolicy, method: String, room: Int = .max, filling memory: consuming ReplyMemory,
        start: Instant
    ) {
        gate = ExchangeGate(policy: policy, method: method, start: start)
        self.method = method
        self.start = start
        self.room = room
        parser = HeadParser(filling: memory.headers)
        body = memory.body
    }

    /// Forgets what has come, but for the time that has passed: the request is sent once more.
    mutating func startAgain(policy: FetchPolicy) {
        self = ReplyIntake(policy: policy, method: method, room: room, filling: ReplyMemory(), start: start)
    }

    /// What a piece of a head led to.
    enum Progress {
        /// More of the head or a trailer is to come.
        case more
        /// The final head is complete and the body is welcome.
        case headComplete
        /// The gate refused.
        case refused
    }

    /// Takes one line of a head or a trailer.
    mutating func receiveHead(_ line: Span<UInt8>, at now: Instant) -> Progress {
        gate.noteActivity(at: now)
        guard gate.receiveHead(bytes: line.count) == .pass else { return .refused }
        switch parser.read(line) {
        case .more: return .more
        case .malformed(let what): return refuse(.malformedHead(what))
        case .final(let head):
            guard gate.receive(head) == .pass, chooseDecoder(for: head) else { return .refused }
            if room == .max, let size = gate.expectedBodyBytes { body.presize(to: size) }
            return .headComplete
        }
    }

    /// What became of a piece of body.
    enum Reception {
        case taken
        /// There is no room: the same piece is to come again once there is.
        case held
        /// The gate refused.
        case refused
    }

    /// Takes a piece of the body, framing removed.
    mutating func receiveBody(_ bytes: UnsafeRawBufferPointer, at now: Instant) -> Reception {
        gate.noteActivity(at: now)
        guard hasRoom else { return hold(after: 0) }
        // Asked before it is taken, which copies it.
        guard decoder != nil, var decoder = decoder.take() else {
            guard gate.receiveBody(coded: bytes.count) == .pass, unsafe collect(bytes) else { return .refused }
            return .taken
        }
        let known = min(takenOfHeld, bytes.count)
        takenOfHeld -= known
        let fresh = unsafe UnsafeRawBufferPointer(rebasing: bytes[known...])
        let (step, count) = unsafe decoder.decode(fresh, room: { gate.remainingBudget }) { decoded in
            unsafe collect(decoded) && hasRoom
        }
        self.decoder = consume decoder
        guard gate.receiveBody(coded: count) == .pass else { return .refused }
        switch step {
        case .more: return .taken
        case .stopped: return hold(after: known + count)
        case .damaged(let what):
            gate.refuse(.undecodable(what))
            return .refused
        }
    }

    private var hasRoom: Bool { body.count < room }

    private mutating func hold(after count: Int) -> Reception {
        takenOfHeld += count
        isHeld = true
        gate.hold()
        return .held
    }

    /// Lets the sender go on, which starts the idle clock anew.
    mutating func release(at now: Instant) {
        isHeld = false
        gate.release(at: now)
    }

    /// Judges a head that libcurl found wrong before its end: a redirect is refused by its status alone.
    ///
    /// libcurl 8 ends a head at its second `Location` field.
    mutating func breakOffHead() {
        guard let status = parser.unfinishedStatus, ResponseHead.isRedirect(status) else { return }
        gate.refuse(.redirect(status: status))
    }

    /// Ends a body that the library calls complete: a coded one must be at an end of its own.
    mutating func finish() {
        if decoder?.mayEnd == false { gate.refuse(.undecodable("it ends in the middle of a stream")) }
    }

    /// True once a field of the current head has come.
    var hasField: Bool { parser.hasField }

    /// What a success that libcurl reports really was.
    var completion: ExchangeGate.Completion { gate.completion }

    /// Hands over the body, or what of it has come since the last time.
    mutating func takeBody() -> Data {
        lastTake = body.count
        return body.take()
    }

    /// True where there is body to take.
    var hasBody: Bool { body.count > 0 }

    /// Adds decoded bytes; of those that cross the budget, the ones within it are still good.
    private mutating func collect(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let welcome = min(bytes.count, gate.remainingBudget)
        if body.count == 0 { body.presize(to: min(lastTake, room)) }
        guard gate.receiveBody(decoded: welcome) == .pass else { return false }
        let kept = unsafe UnsafeRawBufferPointer(start: bytes.baseAddress, count: welcome)
        guard unsafe body.append(kept) else { return gate.refuse(.outOfMemory) == .pass }
        return welcome == bytes.count || gate.receiveBody(decoded: bytes.count - welcome) == .pass
    }

    private mutating func chooseDecoder(for head: ResponseHead) -> Bool {
        guard let coding = head.contentCodings.first, head.framing(method: method) != .none else { return true }
        guard head.contentCodings.count == 1, let decoder = ContentDecoder(coding) else {
            let codings = head.contentCodings.joined(separator: ", ")
            gate.refuse(.undecodable("its coding is \(codings); \(ContentDecoder.offered) was offered"))
            return false
        }
        self.decoder = consume decoder
        return true
    }

    private mutating func refuse(_ reason: GateRefusal) -> Progress {
        gate.refuse(reason)
        return .refused
    }
}
