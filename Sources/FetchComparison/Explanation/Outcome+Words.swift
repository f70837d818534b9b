internal import FetchKit
internal import Foundation

extension Outcome {
    /// What the outcome means, as a sentence without its end.
    var words: String {
        switch self {
        case .reply(let status, let bytes): "a reply with status \(status) and a body of \(bytes) bytes"
        case .overBudget(let limit): "the body is refused, because it is over the budget of \(limit) bytes"
        case .redirectRefused(let status): "the redirect \(status) is refused and not followed"
        case .transport(.timedOut): "the exchange is ended, because its time is over"
        case .transport(.cancelled): "the exchange is cancelled"
        case .transport(.dataLengthExceedsMaximum):
            "the head or the framing is refused, because there is too much of it"
        case .transport(.networkConnectionLost): "the connection was lost before the reply was whole"
        case .transport(.badServerResponse): "the reply is refused, because it breaks HTTP"
        case .transport(.cannotDecodeContentData): "the body is refused, because its coding is damaged or unknown"
        case .transport(.badURL), .transport(.unsupportedURL): "the request is refused before anything is opened"
        case .transport(let code): "the exchange fails as \(code.name)"
        case .crashed: "the process ends by a signal"
        case .hung: "nothing, for as long as the runner waits"
        case .each(let outcomes): "\(outcomes.count) outcomes, in this order"
        case .tally: "the outcomes of all requests, counted"
        case .items(let count): "\(count) lines or events"
        case .broken(let part, let failure): "\(part.words); then \(failure.words)"
        case .left(let part): "\(part.words); the reader wants no more"
        case .file: "the file cannot be read or written"
        case .race(let count, let allowed): "\(count) outcomes, each one of \(allowed.count)"
        }
    }
}
