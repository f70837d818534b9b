/// What a person needs to find the fault of a failed exchange. Never holds a header value, a query or a body.
public struct FetchDiagnosis: Sendable, Hashable {
    /// How far the exchange had come when it failed.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// The request was refused before any backend saw it.
        case request
        /// Waiting for a connection, looking up the name, or connecting.
        case connect
        /// Connected: sending the request and waiting for the end of the reply's head.
        case head
        /// Receiving the body.
        case body
    }

    /// How far the exchange had come.
    public var stage: Stage

    /// One line: the rule that refused, or the library's own words.
    public var reason: String

    /// What the exchange had cost by then.
    public var receipt: FetchReceipt

    /// Makes a diagnosis.
    public init(stage: Stage, reason: String, receipt: FetchReceipt = FetchReceipt()) {
        self.stage = stage
        self.reason = reason
        self.receipt = receipt
    }
}
