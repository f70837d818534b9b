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

    // SAFETY: the block is owned here, and only the loop's thread comes to it. A callback neither enters libcurl again nor
    // keeps an access open, so accesses never overlap; for stored properties, checking each at run time costs 4 % of a
    // small request.
    private let stateBlock: UnsafeMutablePointer<TransferState>
    /// The exchange that is performed, and how far it has come.
    var state: TransferState {
        unsafeAddress { unsafe UnsafePointer(stateBlock) }
        unsafeMutableAddress { unsafe stateBlock }
    }
    var headerList = HeaderList()
    /// What the handle is configured for; `nil` where it may be anything.
    var configured: ExchangeOptions?

    /// Makes a transfer with the options that every exchange shares; `nil` where memory ran out or libcurl lacks one.
    init?(slot: Int, options: CurlBackend.Options, watch: CurlWatch) {
        guard let easy = EasyHandle() else { return nil }
        self.slot = slot
        self.easy = easy
        self.options = options
        self.watch = watch
        unsafe stateBlock = .allocate(capacity: 1)
        unsafe stateBlock.initialize(to: TransferState(start: watch.clock.now))
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        do { try configureOnce() } catch { return nil }
    }

    // SAFETY: both blocks are owned here, and the handle that knows the text's address goes at the same time.
    deinit {
        unsafe errorText.deallocate()
        unsafe stateBlock.deinitialize(count: 1)
        unsafe stateBlock.deallocate()
    }

    /// What is performed; `nil` between two exchanges.
    var exchange: CurlExchange? { state.exchange }

    func begin(_ exchange: CurlExchange, _ continuation: CurlExchange.Continuation) {
        unsafe state = TransferState(exchange, continuation, start: watch.clock.now)
        unsafe errorText[0] = 0
    }

    /// Lets go of what belongs to the exchange, and hands over who waits for its answer.
    func finish() -> CurlExchange.Continuation? {
        state.meter?.handler(progress)
        let continuation = unsafe state.continuation
        state = TransferState(start: watch.clock.now)
        return unsafe continuation
    }

    /// The transfer that libcurl was given the address of.
    static func from(_ address: UnsafeMutableRawPointer?) -> CurlTransfer? {
        // SAFETY: only addresses of transfers are given to libcurl, and the table owns each longer than its handle.
        unsafe address.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Asks the transfer that libcurl was given the address of; `nil` where it was given none, as for handles of its own.
    static func with<Answer>(_ address: UnsafeMutableRawPointer?, _ ask: (CurlTransfer?) -> Answer) -> Answer {
        guard let address = unsafe address else { return ask(nil) }
        // SAFETY: as above; the table holds the transfer during the call, so that nobody else need.
        return unsafe Unmanaged<CurlTransfer>.fromOpaque(address)._withUnsafeGuaranteedRef { ask($0) }
    }
}

// MARK: What callbacks deliver

extension CurlTransfer {
    /// Takes one line of a head or trailer; false to abort.
    func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
        watch.watchdog.noteProgress()
        switch unsafe state.intake.receiveHead(line.bindMemory(to: UInt8.self).span, at: watch.clock.now) {
        case .more: return !state.isFirstFieldAwaited || noteHead()
        case .refused: return false
        case .headComplete:
            if state.isFirstFieldAwaited, !noteHead() { return false }
            state.isMultiplexed = easy.get(.httpVersion) >= Int(CURL_HTTP_VERSION_2_0)
            // libcurl takes a paused upload for one that goes on, even where the reply has ended it.
            if case .stream(let pipe, _) = exchange?.request.body { pipe.stir() }
            if state.isStreamed { watch.noteDelivery(of: self) }
            return true
        }
    }

    /// Takes a piece of the body, framing removed.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> ReplyIntake.Reception {
        watch.watchdog.noteProgress()
        if state.isFirstFieldAwaited { return unsafe receiveEarly(bytes) }
        if state.isStreamed { watch.noteDelivery(of: self) }
        let reception = unsafe state.intake.receiveBody(bytes, at: watch.clock.now)
        if case .held = reception, state.socket < 0 { watch.sockets.noteUse(ofLocalPort: easy.get(.localPort)) }
        state.pieceCount += 1
        if state.pieceCount % Self.piecesBetweenLooks == 0, isFlooding(amidBuffer: true) { return .refused }
        if state.meter != nil { noteProgress() }
        return reception
    }

    /// Tells who wants to know how far the exchange has come, if it is time to.
    func noteProgress() {
        state.meter?.due(at: watch.clock.now)?(progress)
    }

    private var progress: FetchProgress {
        var progress = FetchProgress()
        progress.sentBytes = state.sentBytes
        if let length = exchange?.request.body?.length, length >= 0 { progress.expectedSentBytes = Int(length) }
        progress.receivedBytes = state.intake.gate.bodyBytes
        progress.expectedReceivedBytes = state.intake.gate.expectedBodyBytes
        return progress
    }
}

// MARK: What the loop notices

extension CurlTransfer {
    /// A socket was opened, or none could be. A family of addresses that is not there is no lack: there may be others.
    func noteOpening(_ socket: Int32, errno number: Int32) {
        if socket >= 0 { return watch.watchdog.noteOpen(socket) }
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) { state.lack = number }
    }

    /// libcurl has opened or chosen a socket: from here on silence counts.
    func noteSocketInUse() {
        state.intake.gate.noteActivity(at: watch.clock.now)
    }

    /// The exchange's own socket is ready, so bytes moved.
    func noteReadiness(of socket: Int32) {
        state.socket = socket
        state.intake.gate.noteActivity(at: watch.clock.now)
    }

    /// How much libcurl receives at a time, in bytes.
    static let bufferSize = 64 * 1024

    /// How many pieces of body come between two looks for a flood. libcurl 7.88 reads up to 100 buffers at a time, 6.4 MiB.
    private static let piecesBetweenLooks = 16

    /// True once framing alone exceeds what the gate allows. Amid a buffer, and where the transfer is held back, what
    /// libcurl has yet to hand over is content as likely as framing, and not counted.
    ///
    /// What came before the first look is not counted. Nothing is looked at before the head is complete, since until then
    /// the connection may turn out to be a shared one, and framing surrounds bodies only; nor where there can be none.
    func isFlooding(amidBuffer: Bool = false) -> Bool {
        guard let exchange, state.intake.gate.hasHead, !state.isMultiplexed else { return false }
        if !exchange.request.target.isSecure, state.intake.gate.isLengthDeclared { return false }
        guard let wire = SocketTraffic.consumed(state.socket) else { return false }
        let content = state.intake.gate.headBytes + state.intake.gate.codedBodyBytes
        guard let mark = state.floodMark else {
            state.floodMark = TransferState.FloodMark(wire: wire, content: content)
            return false
        }
        let unseen = amidBuffer || state.intake.isHeld ? Self.bufferSize : 0
        let framing = (wire - mark.wire) - (content - mark.content) - unseen
        return state.intake.gate.receiveFraming(total: framing) == .refuse
    }
}
