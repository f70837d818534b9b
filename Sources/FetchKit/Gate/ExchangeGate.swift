/// Judges one exchange against its policy: head, body, framing and time. Pure; a backend feeds it and obeys.
///
/// The first refusal is latched. Nothing that comes later (bytes, a completion, an error code, a cancellation)
/// changes it, so an outcome is read from the gate first and from the library's own code second.
///
/// ```swift
/// guard gate.receiveBody(decoded: bytes.count) == .pass else { return cut(gate.refusal) }
/// ```
public struct ExchangeGate: Sendable {
    /// Whether to go on.
    public enum Verdict: Sendable, Hashable {
        /// Go on.
        case pass
        /// Stop moving bytes and answer with ``ExchangeGate/refusal``.
        case refuse
    }

    /// A moment on the clock the gate is fed from.
    public typealias Instant = MonotonicInstant

    /// The first refusal, or `nil` while there is none.
    public private(set) var refusal: GateRefusal?

    /// Bytes of head received so far, interim replies and trailers among them.
    public private(set) var headBytes = 0

    /// Bytes of body received so far, before content decoding.
    public private(set) var codedBodyBytes = 0

    /// Bytes of body after content decoding so far.
    public private(set) var bodyBytes = 0

    /// The final head, once it is complete.
    public private(set) var head: ResponseHead?

    /// True once the final head is complete. Kept, since looking at the head copies it.
    public private(set) var hasHead = false

    /// The coded bytes still to come by the declared length; `nil` where none was declared.
    private var declaredRemainder: Int?

    private var isRefusedAtHead = false

    private let policy: FetchPolicy
    private let method: String
    private let start: Instant
    private var lastActivity: Instant?
    private var isHeld = false

    /// Makes a gate for an exchange that starts now.
    public init(policy: FetchPolicy, method: String, start: Instant) {
        self.policy = policy
        self.method = method
        self.start = start
    }

    /// Latches a refusal found elsewhere, such as a cancellation; the first one wins.
    @discardableResult
    public mutating func refuse(_ reason: GateRefusal) -> Verdict {
        if refusal == nil { refusal = reason }
        return .refuse
    }

    private var verdict: Verdict { refusal == nil ? .pass : .refuse }
}

// MARK: Bytes

extension ExchangeGate {
    /// Counts bytes of any head: a status line, a field, an interim reply, a trailer.
    public mutating func receiveHead(bytes: Int) -> Verdict {
        headBytes += bytes
        return headBytes > policy.headBudget ? refuse(.headOverBudget(limit: policy.headBudget)) : verdict
    }

    /// Judges the final head, when it is complete and before any byte of body.
    ///
    /// Interim replies (1xx) are not given to this method, but for 101, which ends the exchange.
    public mutating func receive(_ head: ResponseHead) -> Verdict {
        guard refusal == nil else { return .refuse }
        self.head = head
        hasHead = true
        guard let reason = reasonToRefuse(head) else { return .pass }
        isRefusedAtHead = true
        return refuse(reason)
    }

    private mutating func reasonToRefuse(_ head: ResponseHead) -> GateRefusal? {
        if head.status == 101 { return .unaskedUpgrade }
        if ResponseHead.isRedirect(head.status) { return .redirect(status: head.status) }
        switch head.framing(method: method) {
        case .none, .open: return nil
        case .invalid: return .invalidLength
        case .length(let length):
            declaredRemainder = length
            guard length > policy.budget, head.contentCodings.isEmpty else { return nil }
            return .declaredOverBudget(declared: length, limit: policy.budget)
        }
    }

    /// The body's size where the head declares it and it is within the budget: what a buffer may be presized to.
    public var expectedBodyBytes: Int? {
        guard refusal == nil, let head, head.contentCodings.isEmpty,
            case .length(let length) = head.framing(method: method)
        else { return nil }
        return length
    }

    /// True once a head has declared a length: what follows is then that many bytes and nothing between them, unless the
    /// connection itself has a framing of its own, as TLS has (RFC 9112 section 6.3).
    public var isLengthDeclared: Bool { declaredRemainder != nil }

    /// Counts bytes of body as they came, framing removed, content coding not.
    public mutating func receiveBody(coded bytes: Int) -> Verdict {
        codedBodyBytes += bytes
        declaredRemainder? -= bytes
        return verdict
    }

    /// Counts bytes of body after content decoding; exactly the budget passes.
    public mutating func receiveBody(decoded bytes: Int) -> Verdict {
        guard refusal == nil else { return .refuse }
        guard bytes <= policy.budget - bodyBytes else { return refuse(.bodyOverBudget(limit: policy.budget)) }
        bodyBytes += bytes
        return .pass
    }

    /// How many more decoded bytes pass; what a decoder need not exceed by more than one.
    public var remainingBudget: Int { policy.budget - bodyBytes }

    /// Judges how many bytes the connection has carried for this exchange that were neither head nor body.
    public mutating func receiveFraming(total: Int) -> Verdict {
        // The allowance is taken off the framing rather than added to the budget, which may be `Int.max`.
        let charged = total - FetchPolicy.framingAllowance * codedBodyBytes
        guard charged <= policy.headBudget else { return refuse(.framingFlood(framing: total, body: codedBodyBytes)) }
        return verdict
    }
}

// MARK: Time

extension ExchangeGate {
    /// Notes that a byte moved; the first note starts the idle clock.
    public mutating func noteActivity(at now: Instant) {
        lastActivity = now
    }

    /// Stops the idle clock: the receiver holds the sender back, so that silence is no fault.
    public mutating func hold() {
        isHeld = true
    }

    /// Starts the idle clock anew.
    public mutating func release(at now: Instant) {
        isHeld = false
        lastActivity = now
    }

    /// When the gate must be asked about the time, seen from now.
    ///
    /// Bytes that move meanwhile only make it later. While the idle clock stands still, it is no later than one idle
    /// timeout from now: the clock may start at any moment, and that is the first at which it can have run out.
    public func nextExpiry(from now: Instant) -> Instant {
        let silentSince = isHeld ? now : lastActivity ?? now
        return min(
            start.advanced(byNanoseconds: policy.deadlineNanoseconds),
            silentSince.advanced(byNanoseconds: policy.idleNanoseconds))
    }

    /// Judges the time: refused when the deadline or the idle timeout has been reached.
    public mutating func expire(at now: Instant) -> Verdict {
        guard refusal == nil else { return .refuse }
        if now >= start.advanced(byNanoseconds: policy.deadlineNanoseconds) {
            return refuse(.deadline(policy.deadline))
        }
        if !isHeld, let lastActivity, now >= lastActivity.advanced(byNanoseconds: policy.idleNanoseconds) {
            return refuse(.idle(policy.idleTimeout))
        }
        return .pass
    }
}

// MARK: The end

extension ExchangeGate {
    /// What a library's success really was.
    public enum Completion: Sendable, Hashable {
        /// A reply, whole.
        case whole
        /// The connection ended before the head did, or before the declared length was reached.
        case cutShort(String)
    }

    /// Checks an exchange that the library calls complete. Not asked once something was refused.
    public var completion: Completion {
        guard hasHead else { return .cutShort("the connection ended before the end of the reply's head") }
        guard let declaredRemainder, declaredRemainder > 0 else { return .whole }
        return .cutShort("the connection ended \(declaredRemainder) bytes short of the declared length")
    }

    /// How far the exchange has come.
    public var stage: FetchDiagnosis.Stage {
        if hasHead, !isRefusedAtHead { return .body }
        return headBytes > 0 ? .head : .connect
    }
}
