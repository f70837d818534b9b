public import Foundation

/// A complete reply: any final status but a redirect, and the whole body within the budget.
public struct FetchReply: Sendable {
    /// The final status code. 404 and 500 are replies.
    public var status: Int

    /// The whole body, after content decoding.
    public var body: Data

    /// The final head's fields, in order, repeated ones kept apart.
    public var headers: FetchHeaders

    /// The URL that answered: the one asked for, since redirects are refused.
    public var url: URL

    /// What the exchange cost.
    public var receipt: FetchReceipt

    /// Makes a reply; a backend's work, or a stub's.
    public init(
        status: Int, body: Data, headers: FetchHeaders = FetchHeaders(), url: URL,
        receipt: FetchReceipt = FetchReceipt()
    ) {
        self.status = status
        self.body = body
        self.headers = headers
        self.url = url
        self.receipt = receipt
    }
}
