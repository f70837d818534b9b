internal import FetchKit

/// One exchange in a transfer, and how far it has come. Replaced as a whole, so that nothing of one remains for the next.
@safe struct TransferState: ~Copyable {
    /// What is performed; `nil` between two exchanges.
    let exchange: CurlExchange?
    let continuation: CurlExchange.Continuation?
    /// True where a reader takes the body while it comes; what the exchange says too, but each piece asks.
    let isStreamed: Bool
    /// What has come of the reply.
    var intake: ReplyIntake
    /// Tells who wants to know how far the exchange has come.
    var meter: ProgressMeter?
    /// How much of the request's body has been handed to libcurl.
    var sentBytes = 0
    /// Where the exchange runs, once libcurl has been given it; before, it waits for another's connection.
    var place: PoolPlacement.Place?
    /// True until the reply has a field, where libcurl must not see a folded one first.
    var isFirstFieldAwaited = false
    /// True while the loop knows that there is something to deliver.
    var isNoted = false
    /// True once the head has shown a protocol whose connections carry several exchanges at once.
    var isMultiplexed = false
    /// True once the exchange was sent again, on a connection of its own.
    var isAfresh = false
    /// What this machine lacks for a connection, as `errno` says it; 0 where it lacks nothing.
    var lack: Int32 = 0
    /// The socket that was ready last, where it is the exchange's own; -1 before.
    var socket: Int32 = -1
    /// How many pieces of body have come.
    var pieceCount = 0
    var floodMark: FloodMark?

    /// What socket and gate had counted when the transfer was last looked at for a flood.
    struct FloodMark {
        let wire: Int
        let content: Int
    }

    /// A policy is made of times, whose arithmetic is slow.
    private static let noPolicy = FetchPolicy(budget: 0)

    /// Between two exchanges.
    init(start: LoopClock.Instant) {
        exchange = nil
        isStreamed = false
        unsafe continuation = nil
        intake = ReplyIntake(policy: Self.noPolicy, method: "GET", filling: ReplyMemory(), start: start)
    }

    init(_ exchange: CurlExchange, _ continuation: CurlExchange.Continuation, start: LoopClock.Instant) {
        self.exchange = exchange
        isStreamed = exchange.channel != nil
        unsafe self.continuation = continuation
        intake = ReplyIntake(
            policy: exchange.policy, method: exchange.request.method, room: exchange.channel?.room ?? .max,
            filling: exchange.takeMemory(), start: start)
        meter = exchange.progress.map { ProgressMeter($0) }
    }
}
