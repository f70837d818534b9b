/// Why a gate refused: each case is one rule, and says in one line what happened and against which limit.
public enum GateRefusal: Sendable, Hashable {
    /// The declared length is above the budget; no body byte was read.
    case declaredOverBudget(declared: Int, limit: Int)
    /// The body crossed the budget while being read.
    case bodyOverBudget(limit: Int)
    /// Heads, interim replies or trailers crossed the head budget.
    case headOverBudget(limit: Int)
    /// Framing crossed the head budget and its allowance for the body read so far.
    case framingFlood(framing: Int, body: Int)
    /// A redirect status.
    case redirect(status: Int)
    /// `Content-Length` is invalid, or contradicts itself.
    case invalidLength
    /// 101, which nobody asked for.
    case unaskedUpgrade
    /// A head that is not HTTP: a field without a colon, or a NUL.
    case malformedHead(String)
    /// A content coding that cannot be decoded, or coded bytes that are damaged or cut short.
    case undecodable(String)
    /// No memory was left for a body within the budget.
    case outOfMemory
    /// The request's body could not be read to its end.
    case requestBodyFailed
    /// Silence for the whole idle timeout.
    case idle(Duration)
    /// The whole exchange took longer than the deadline.
    case deadline(Duration)
    /// The calling task was cancelled, or the backend was released.
    case cancelled
}
