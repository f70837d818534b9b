internal import Foundation

extension GateRefusal {
    /// The failure a caller sees.
    public var failure: FetchFailure {
        switch self {
        case .declaredOverBudget(_, let limit), .bodyOverBudget(let limit): .overBudget(limit: limit)
        case .headOverBudget, .framingFlood, .outOfMemory: .transport(.dataLengthExceedsMaximum)
        case .redirect(let status): .redirectRefused(status: status)
        case .invalidLength, .unaskedUpgrade, .malformedHead: .transport(.badServerResponse)
        case .undecodable: .transport(.cannotDecodeContentData)
        case .requestBodyFailed: .transport(.requestBodyStreamExhausted)
        case .idle, .deadline: .transport(.timedOut)
        case .cancelled: .transport(.cancelled)
        }
    }

    /// One line for a person.
    public var reason: String {
        switch self {
        case .declaredOverBudget(let declared, let limit):
            "the server declared \(declared == .max ? "more bytes than can be counted" : "\(declared) bytes"); the budget is \(limit)"
        case .bodyOverBudget(let limit): "the body crossed the budget of \(limit) bytes"
        case .headOverBudget(let limit): "heads and trailers crossed the head budget of \(limit) bytes"
        case .framingFlood(let framing, let body): "\(framing) bytes of framing brought \(body) bytes of body"
        case .redirect(let status): "the server answered \(status); redirects are refused"
        case .invalidLength: "Content-Length is not one number"
        case .unaskedUpgrade: "the server switched protocols unasked (101)"
        case .malformedHead(let what): "the reply's head is malformed: \(what)"
        case .undecodable(let what): "the body cannot be decoded: \(what)"
        case .outOfMemory: "no memory was left for the body"
        case .requestBodyFailed: "the request's body could not be read to its end"
        case .idle(let limit): "no byte moved for \(limit.formattedSeconds), the idle timeout"
        case .deadline(let limit): "not complete after \(limit.formattedSeconds), the deadline"
        case .cancelled: "cancelled"
        }
    }
}

extension Duration {
    /// Seconds with as many decimals as they need, such as `0.3 s`.
    fileprivate var formattedSeconds: String {
        let (seconds, attoseconds) = components
        let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
        if milliseconds == 0 { return "\(seconds) s" }
        var decimals = String(1000 + milliseconds).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(seconds).\(decimals) s"
    }
}
