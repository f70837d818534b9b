internal import Foundation

/// What a streamed reply has come to between its backend and its reader: the head, pieces of body, the end.
///
/// Pure: it says what the reader finds and when the backend may go on; ``ReplyChannel`` carries that out.
struct ReplyFlow {
    /// What a reader finds.
    enum Found<Value> {
        case value(Value)
        /// The end: no more bytes, or the failure that came after those that were good.
        case end(FetchFailure?)
        /// Nothing yet.
        case nothing
    }

    private(set) var head: ResponseHead?
    /// The cost of the exchange, once it has ended well.
    private(set) var receipt: FetchReceipt?
    private let window: Int
    private var pieces: [Data] = []
    private var pendingBytes = 0
    private var isEnded = false
    private var failure: FetchFailure?
    /// True from the moment the window was full until the reader has made room.
    private var isFull = false

    init(window: Int) { self.window = max(1, window) }

    /// How many more bytes the backend may leave; none, or less, and it is to hold the sender back.
    var room: Int { window - pendingBytes }

    mutating func open(_ head: ResponseHead) {
        if !isEnded, self.head == nil { self.head = head }
    }

    /// Leaves bytes. Small pieces are joined while they wait, so that a trickle costs no more memory than its bytes.
    mutating func leave(_ piece: Data) {
        guard !isEnded, !piece.isEmpty else { return }
        pendingBytes += piece.count
        if room <= 0 { isFull = true }
        if let last = pieces.indices.last, pieces[last].count + piece.count <= Self.joinedSize {
            pieces[last].append(piece)
        } else {
            pieces.append(piece)
        }
    }

    private static let joinedSize = 16 * 1024

    /// Ends the flow; the first end counts. A reply that a backend collected although it was asked to stream is
    /// handed on as a stream of one piece.
    mutating func end(_ outcome: Result<FetchReply, FetchFailure>) {
        switch outcome {
        case .success(let reply):
            open(ResponseHead(status: reply.status, headers: reply.headers))
            leave(reply.body)
            if !isEnded { receipt = reply.receipt }
        case .failure(let failure):
            if !isEnded { self.failure = failure }
        }
        isEnded = true
    }

    /// Ends the flow for a reader that wants no more: what waits is dropped.
    mutating func cut() {
        end(.failure(.transport(.cancelled)))
        (pieces, pendingBytes) = ([], 0)
        if receipt != nil { failure = .transport(.cancelled) }
    }

    /// What a reader of the head finds.
    var foundHead: Found<ResponseHead> {
        if let head { return .value(head) }
        return isEnded ? .end(failure) : .nothing
    }

    /// Takes the next piece; `makesRoom` where the backend is to go on.
    mutating func take() -> (found: Found<Data>, makesRoom: Bool) {
        guard !pieces.isEmpty else { return (isEnded ? .end(failure) : .nothing, false) }
        let piece = pieces.removeFirst()
        pendingBytes -= piece.count
        // Half a window of room: going on for each piece would cost a wake of the backend each.
        let makesRoom = isFull && !isEnded && pendingBytes <= window / 2
        if makesRoom { isFull = false }
        return (.value(piece), makesRoom)
    }
}
