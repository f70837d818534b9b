internal import FetchKit
internal import Foundation

/// What a reply is made of while it comes in: the gate that judges it, its head, and its body, decoded.
///
/// Knows nothing of libcurl: bytes go in, and a refusal or a reply comes out.
struct ReplyIntake: ~Copyable {
    typealias Instant = ContinuousClock.Instant

    var gate: ExchangeGate
    private let method: String
    private var parser = HeadParser()
    private var body = BodyBuffer()
    private var decoder: ContentDecoder?

    init(policy: FetchPolicy, method: String, start: Instant) {
        gate = ExchangeGate(policy: policy, method: method, start: start)
        self.method = method
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
            if let size = gate.expectedBodyBytes { body.presize(to: size) }
            return .headComplete
        }
    }

    /// Takes a piece of the body, framing removed; false where the gate refused.
    mutating func receiveBody(_ bytes: UnsafeRawBufferPointer, at now: Instant) -> Bool {
        gate.noteActivity(at: now)
        guard gate.receiveBody(coded: bytes.count) == .pass else { return false }
        guard var decoder = decoder.take() else { return unsafe collect(bytes) }
        let step = unsafe decoder.decode(bytes, room: { gate.remainingBudget }, receive: { unsafe collect($0) })
        self.decoder = consume decoder
        switch step {
        case .more: return true
        case .stopped: return false
        case .damaged(let what): return gate.refuse(.undecodable(what)) == .pass
        }
    }

    /// Judges a head that libcurl found wrong before its end: a redirect is refused by its status alone.
    ///
    /// libcurl 8 ends a head at its second `Location` field.
    mutating func breakOffHead() {
        guard let status = parser.unfinishedStatus, ResponseHead.redirectStatuses.contains(status) else { return }
        gate.refuse(.redirect(status: status))
    }

    /// Ends a body that the library calls complete: a coded one must be at an end of its own.
    mutating func finish() {
        if decoder?.mayEnd == false { gate.refuse(.undecodable("it ends in the middle of a stream")) }
    }

    /// Hands over the body.
    mutating func takeBody() -> Data { body.take() }

    private mutating func collect(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard gate.receiveBody(decoded: bytes.count) == .pass else { return false }
        return unsafe body.append(bytes) || gate.refuse(.outOfMemory) == .pass
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
