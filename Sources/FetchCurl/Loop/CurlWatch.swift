internal import CCurl

/// What callbacks leave for the loop: the sockets that libcurl waits for, the streams that something came for, the origins
/// that are connected.
final class CurlWatch {
    let clock: LoopClock
    let watchdog = CallWatchdog()
    // SAFETY: only the loop's thread comes here, and nothing that the table does calls libcurl, so accesses never overlap.
    @exclusivity(unchecked) private var table: SocketTable
    /// What libcurl wants of each socket.
    var sockets: SocketTable {
        _read { yield unsafe table }
        _modify { yield unsafe &table }
    }
    private var noted: [CurlTransfer] = []
    private var connectedOrigins: [String] = []

    init?(clock: LoopClock, wake: Int32) {
        guard wake >= 0, let readiness = Readiness() else { return nil }
        self.clock = clock
        readiness.watch(wake, for: [.read, .edge], isNew: true)
        unsafe table = SocketTable(readiness)
    }

    /// Records that a transfer has something to deliver.
    func noteDelivery(of transfer: CurlTransfer) {
        guard !transfer.state.isNoted else { return }
        transfer.state.isNoted = true
        noted.append(transfer)
    }

    /// Records that an exchange has a connection to an origin.
    func noteConnection(to origin: String) {
        connectedOrigins.append(origin)
    }

    /// The origins that exchanges are connected to, once.
    func takeConnectedOrigins() -> [String] {
        guard !connectedOrigins.isEmpty else { return [] }
        defer { connectedOrigins = [] }
        return connectedOrigins
    }

    /// True where some transfer has something to deliver.
    var hasNoted: Bool { !noted.isEmpty }

    /// The transfers that have something to deliver, once.
    func takeNoted() -> [CurlTransfer] {
        defer { noted = [] }
        return noted
    }

    /// Tells the watch that a callback was given as its context.
    static func with(_ context: UnsafeMutableRawPointer?, _ tell: (CurlWatch) -> Void) {
        guard let context = unsafe context else { return }
        // SAFETY: the context is the loop's watch, which outlives its handles.
        unsafe Unmanaged<CurlWatch>.fromOpaque(context)._withUnsafeGuaranteedRef(tell)
    }
}
