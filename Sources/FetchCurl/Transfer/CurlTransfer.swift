internal import CCurl
internal import FetchKit
internal import Glibc

/// One easy handle and the exchange it performs; between two exchanges it waits, its connection's options kept.
///
/// Made, used and freed on the loop's thread. libcurl borrows it: its address is in the handle's options, and the
/// table owns it.
@safe final class CurlTransfer {
    let slot: Int
    let easy: EasyHandle
    let options: CurlBackend.Options
    let watch: CurlWatch
    /// Where libcurl writes its own words for a failure.
    let errorText: UnsafeMutablePointer<CChar>

    /// What is performed; `nil` between two exchanges.
    private(set) var exchange: CurlExchange?
    private var continuation: CurlExchange.Continuation?
    // SAFETY: the block is owned here, and only the loop's thread comes to it. A callback neither enters libcurl again nor
    // keeps an access open, so accesses never overlap; for a stored property, checking each at run time costs 4 % of a
    // small request.
    private let intakeBlock: UnsafeMutablePointer<ReplyIntake>
    /// What has come of the reply.
    var intake: ReplyIntake {
        unsafeAddress { unsafe UnsafePointer(intakeBlock) }
        unsafeMutableAddress { unsafe intakeBlock }
    }
    var headerList = HeaderList()
    /// What the handle is configured for; `nil` where it may be anything.
    var configured: ExchangeOptions?
    /// How much of the request's body has been handed to libcurl.
    var sentBytes = 0
    /// True once libcurl has been given the exchange; before, it waits for another's connection.
    var isBegun = false
    /// True while the loop knows that there is something to deliver.
    var isNoted = false
    /// True once the head has shown a protocol whose connections carry several exchanges at once.
    private(set) var isMultiplexed = false
    private var floodMark: FloodMark?
    /// True once the exchange was sent again, on a connection of its own.
    var isAfresh = false
    private var meter: ProgressMeter?

    /// Makes a transfer with the options that every exchange shares; `nil` where memory ran out or libcurl lacks one.
    init?(slot: Int, options: CurlBackend.Options, watch: CurlWatch) {
        guard let easy = EasyHandle() else { return nil }
        self.slot = slot
        self.easy = easy
        self.options = options
        self.watch = watch
        unsafe intakeBlock = .allocate(capacity: 1)
        unsafe intakeBlock.initialize(
            to: ReplyIntake(policy: FetchPolicy(budget: 0), method: "GET", start: watch.clock.now))
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        do { try configureOnce() } catch { return nil }
    }

    // SAFETY: both blocks are owned here, and the handle that knows the text's address goes at the same time.
    deinit {
        unsafe errorText.deallocate()
        unsafe intakeBlock.deinitialize(count: 1)
        unsafe intakeBlock.deallocate()
    }

    func begin(_ exchange: CurlExchange, _ continuation: CurlExchange.Continuation) {
        self.exchange = exchange
        unsafe self.continuation = continuation
        intake = ReplyIntake(
            policy: exchange.policy, method: exchange.request.method, room: exchange.channel?.room ?? .max,
            start: watch.clock.now)
        sentBytes = 0
        isBegun = false
        isMultiplexed = false
        floodMark = nil
        isAfresh = false
        meter = exchange.progress.map { ProgressMeter($0) }
        unsafe errorText[0] = 0
    }

    /// Lets go of what belongs to the exchange, and hands over who waits for its answer.
    func finish() -> CurlExchange.Continuation? {
        defer { unsafe continuation = nil }
        meter?.handler(progress)
        meter = nil
        exchange = nil
        _ = intake.takeBody()
        return unsafe continuation
    }

    /// The transfer that libcurl was given the address of.
    static func from(_ address: UnsafeMutableRawPointer?) -> CurlTransfer? {
        // SAFETY: only addresses of transfers are given to libcurl, and the table owns each longer than its handle.
        unsafe address.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }
}

// MARK: What callbacks deliver

extension CurlTransfer {
    /// Takes one line of a head or trailer; false to abort.
    func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
        switch unsafe intake.receiveHead(line.bindMemory(to: UInt8.self).span, at: watch.clock.now) {
        case .more: return true
        case .refused: return false
        case .headComplete:
            isMultiplexed = easy.get(.httpVersion) >= Int(CURL_HTTP_VERSION_2_0)
            // libcurl takes a paused upload for one that goes on, even where the reply has ended it.
            if case .stream(let pipe, _) = exchange?.request.body { pipe.stir() }
            if exchange?.channel == nil { guardAgainstSlowBody() } else { watch.noteDelivery(of: self) }
            return true
        }
    }

    /// Takes a piece of the body, framing removed.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> ReplyIntake.Reception {
        if exchange?.channel != nil { watch.noteDelivery(of: self) }
        defer { noteProgress() }
        return unsafe intake.receiveBody(bytes, at: watch.clock.now)
    }

    /// Tells who wants to know how far the exchange has come, if it is time to.
    func noteProgress() {
        meter?.due(at: watch.clock.now)?(progress)
    }

    private var progress: FetchProgress {
        var progress = FetchProgress()
        progress.sentBytes = sentBytes
        if let length = exchange?.request.body?.length, length >= 0 { progress.expectedSentBytes = Int(length) }
        progress.receivedBytes = intake.gate.bodyBytes
        progress.expectedReceivedBytes = intake.gate.expectedBodyBytes
        return progress
    }
}

// MARK: What the loop notices

extension CurlTransfer {
    /// libcurl has opened or chosen a socket: from here on silence counts.
    func noteSocketInUse() {
        intake.gate.noteActivity(at: watch.clock.now)
    }

    /// The exchange's own socket is ready, so bytes moved.
    func noteReadiness() {
        intake.gate.noteActivity(at: watch.clock.now)
    }

    /// What socket and gate had counted when the transfer was last looked at for a flood.
    struct FloodMark {
        let wire: Int
        let content: Int
    }

    /// True once framing alone exceeds what the gate allows.
    ///
    /// Looks from the second readiness on, so that a small reply pays nothing for it; libcurl 7.88 reads up to
    /// 100 buffers at each, and what came before the first look is not counted. Not before the head is complete: until
    /// then the connection may turn out to be a shared one, and framing surrounds bodies only. Nor where there can be none.
    func isFlooding(on socket: Int32, readyCount: Int) -> Bool {
        guard readyCount > 1, let exchange, intake.gate.head != nil else { return false }
        if exchange.request.secureOrigin == nil, intake.gate.isLengthDeclared { return false }
        guard let wire = SocketTraffic.consumed(socket) else { return false }
        let content = intake.gate.headBytes + intake.gate.codedBodyBytes
        guard let mark = floodMark else {
            floodMark = FloodMark(wire: wire, content: content)
            return false
        }
        return intake.gate.receiveFraming(total: (wire - mark.wire) - (content - mark.content)) == .refuse
    }
}
