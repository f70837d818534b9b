internal import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What one exchange has come to: takes what `URLSession`, the clock and the caller report, and says when it is over.
///
/// Pure: the gate judges, this keeps a body that is collected, hands on one that is streamed, and turns the end into a
/// reply or a failure. It ends once; every event after that is ignored.
struct ExchangeMachine: Sendable {
    /// What can happen to an exchange.
    enum Event: Sendable {
        /// A head, interim or final.
        case head(ResponseHead)
        /// Bytes of body, after content decoding.
        case body(Data)
        /// Bytes of the request's body, sent in all.
        case sent(total: Int)
        /// The task is over, with a fault or without, and with the head of its response if it had one.
        case completion(SessionFault?, ResponseHead?)
        /// Time has passed.
        case clock
        /// The caller was cancelled, or the session closed.
        case cancellation
    }

    /// How the exchange ended.
    struct Ending: Sendable {
        var outcome: Result<FetchReply, FetchFailure>
        var diagnosis: FetchDiagnosis?
        /// True when the task may still be running and must be cancelled.
        var cutsWire = false
    }

    /// What an event leads to.
    struct Reaction: Sendable {
        /// The final head of a streamed reply.
        var head: ResponseHead?
        /// The next bytes of a streamed body.
        var body: Data?
        /// The ending, if this is the event that ends the exchange.
        var ending: Ending?
    }

    /// The one ending, once there is one.
    private(set) var ending: Ending?

    private var gate: ExchangeGate
    private var body = Data()
    private var receipt = FetchReceipt()
    private let url: URL?
    private let isStreamed: Bool
    private let sentLength: Int?
    private let start: MonotonicInstant

    init(_ exchange: FetchExchange, start: MonotonicInstant) {
        gate = ExchangeGate(policy: exchange.policy, method: exchange.request.httpMethod ?? "GET", start: start)
        // Nothing queues for a connection here, so silence counts from the start.
        gate.noteActivity(at: start)
        url = exchange.request.url
        isStreamed = exchange.channel != nil
        if case .file(let file) = exchange.upload {
            sentLength = file.length
        } else {
            sentLength = exchange.request.httpBody?.count
        }
        self.start = start
    }

    /// How far the exchange has come.
    var progress: FetchProgress {
        var progress = FetchProgress()
        progress.sentBytes = receipt.sentBodyBytes
        progress.expectedSentBytes = sentLength
        progress.receivedBytes = gate.bodyBytes
        progress.expectedReceivedBytes = gate.expectedBodyBytes
        return progress
    }

    /// When the clock must be asked again; bytes that move meanwhile only make it later.
    var nextExpiry: MonotonicInstant { gate.nextExpiry(from: start) }

    /// Takes an event, and says what it leads to.
    mutating func receive(_ event: Event, at now: MonotonicInstant) -> Reaction {
        var reaction = Reaction()
        guard ending == nil else { return reaction }
        switch event {
        case .head(let head): reaction.head = receive(head, at: now)
        case .body(let chunk): reaction.body = receive(chunk, at: now)
        case .sent(let total):
            receipt.sentBodyBytes = total
            gate.noteActivity(at: now)
        case .completion(let fault, let head):
            if let head { reaction.head = receive(head, at: now) }
            if gate.refusal == nil { complete(fault, at: now) }
        case .clock: _ = gate.expire(at: now)
        case .cancellation: gate.refuse(.cancelled)
        }
        if let refusal = gate.refusal {
            fail(refusal.failure, refusal.reason, cutsWire: !event.isCompletion, at: now)
        }
        reaction.ending = ending
        return reaction
    }
}

// MARK: Bytes

extension ExchangeMachine {
    /// Takes a head; returns it where it is the final one of a streamed reply.
    private mutating func receive(_ head: ResponseHead, at now: MonotonicInstant) -> ResponseHead? {
        gate.noteActivity(at: now)
        if receipt.firstByte == .zero { receipt.firstByte = start.duration(to: now) }
        // The completion brings the last head again.
        guard !gate.hasHead, gate.receiveHead(bytes: head.leastBytes) == .pass, head.isFinal,
            gate.receive(head) == .pass
        else { return nil }
        if isStreamed { return head }
        if let expected = gate.expectedBodyBytes { body.reserveCapacity(min(expected, Self.largestReservation)) }
        return nil
    }

    /// Takes bytes of body; returns those of a streamed one that are within the budget.
    private mutating func receive(_ chunk: Data, at now: MonotonicInstant) -> Data? {
        gate.noteActivity(at: now)
        if !isCoded { _ = gate.receiveBody(coded: chunk.count) }
        let welcome = chunk.prefix(gate.remainingBudget)
        guard gate.receiveBody(decoded: welcome.count) == .pass else { return nil }
        _ = gate.receiveBody(decoded: chunk.count - welcome.count)
        if isStreamed { return welcome }
        body.append(welcome)
        return nil
    }

    /// True when the body is content-coded, so that the bytes seen are not those the declared length counts.
    private var isCoded: Bool { gate.head?.contentCodings.isEmpty == false }

    /// What a declared length may make us reserve before any byte of it has come.
    private static let largestReservation = 1 << 20
}

// MARK: The end

extension ExchangeMachine {
    private mutating func complete(_ fault: SessionFault?, at now: MonotonicInstant) {
        if !isCoded, gate.hasHead, case .cutShort(let reason) = gate.completion, fault?.isVague ?? true {
            return fail(.transport(.networkConnectionLost), reason, at: now)
        }
        if let fault, !isUnansweredChallenge(fault) { return fail(.transport(fault.code), fault.reason, at: now) }
        guard let head = gate.head, let url else {
            return fail(.transport(.badServerResponse), "URLSession completed without a final head", at: now)
        }
        let reply = FetchReply(
            status: head.status, body: body, headers: head.headers, url: url, receipt: finalReceipt(at: now))
        ending = Ending(outcome: .success(reply))
    }

    /// True when the fault is only that nobody answered the server's challenge: its 401 or 407 is the reply.
    private func isUnansweredChallenge(_ fault: SessionFault) -> Bool {
        guard gate.head?.status == 401 || gate.head?.status == 407 else { return false }
        return fault.code == .cancelled || fault.code == .userCancelledAuthentication
    }

    private mutating func fail(
        _ failure: FetchFailure, _ reason: String, cutsWire: Bool = false, at now: MonotonicInstant
    ) {
        let diagnosis = FetchDiagnosis(stage: gate.stage, reason: reason, receipt: finalReceipt(at: now))
        ending = Ending(outcome: .failure(failure), diagnosis: diagnosis, cutsWire: cutsWire)
        body = Data()
    }

    private func finalReceipt(at now: MonotonicInstant) -> FetchReceipt {
        var receipt = receipt
        receipt.codedBodyBytes = gate.codedBodyBytes
        receipt.bodyBytes = gate.bodyBytes
        receipt.total = start.duration(to: now)
        return receipt
    }
}

extension ExchangeMachine.Event {
    /// True for the clock's event, after which the timer is set again.
    var isClock: Bool { if case .clock = self { true } else { false } }

    /// True for an event that brings an exchange further.
    var isProgress: Bool {
        switch self {
        case .body, .sent: true
        case .head, .completion, .clock, .cancellation: false
        }
    }

    fileprivate var isCompletion: Bool { if case .completion = self { true } else { false } }
}
