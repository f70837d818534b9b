internal import CCurl
internal import FetchKit

/// What callbacks leave for the loop: the sockets and the one timer libcurl waits for, the streams that something came
/// for, the origins that are connected. The context of the multi handle's callbacks.
final class CurlWatch {
    let clock: LoopClock
    // SAFETY: only the loop's thread comes here, and nothing that the table does calls libcurl, so accesses never overlap.
    @exclusivity(unchecked) private var table: SocketTable
    /// What libcurl wants of each socket.
    var sockets: SocketTable {
        _read { yield unsafe table }
        _modify { yield unsafe &table }
    }
    /// When libcurl wants to be told that its timer fired.
    private(set) var timer: LoopClock.Instant?
    private var noted: [CurlTransfer] = []
    private var connectedOrigins: [String] = []

    init?(clock: LoopClock, wake: Int32) {
        guard wake >= 0, let readiness = Readiness() else { return nil }
        self.clock = clock
        readiness.watch(wake, for: [.read, .edge], isNew: true)
        unsafe table = SocketTable(readiness)
    }

    /// True, once, where libcurl's timer is due.
    func takeDueTimer() -> Bool {
        guard let due = timer, due <= clock.now else { return false }
        timer = nil
        return true
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

    /// Records what libcurl wants of a socket.
    ///
    /// A transfer is named even when its socket goes back to the pool, and then it owns it no longer.
    static let onSocket: curl_socket_callback = { easy, socket, what, context, _ in
        let interest: Readiness.Interest =
            switch what {
            case CURL_POLL_IN: .read
            case CURL_POLL_OUT: .write
            case CURL_POLL_INOUT: [.read, .write]
            default: []
            }
        unsafe CurlWatch.with(context) { watch in
            unsafe CurlTransfer.with(MultiHandle.owner(of: easy)) { named in
                let owner = interest.isEmpty ? nil : named
                owner?.noteSocketInUse()
                watch.sockets.want(interest, of: socket, owner: owner, isHeld: named?.state.intake.isHeld == true)
            }
        }
        return 0
    }

    static let onTimer: curl_multi_timer_callback = { _, milliseconds, context in
        unsafe CurlWatch.with(context) { watch in
            let pause = Int64(milliseconds) * 1_000_000
            watch.timer = milliseconds < 0 ? nil : watch.clock.now.advanced(byNanoseconds: pause)
        }
        return 0
    }

    /// Tells the watch that a callback was given as its context.
    static func with(_ context: UnsafeMutableRawPointer?, _ tell: (CurlWatch) -> Void) {
        guard let context = unsafe context else { return }
        // SAFETY: the context is the watch that the multi handle was made with, and which outlives it.
        unsafe Unmanaged<CurlWatch>.fromOpaque(context)._withUnsafeGuaranteedRef(tell)
    }
}
