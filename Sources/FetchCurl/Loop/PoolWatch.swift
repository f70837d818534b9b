internal import CCurl
internal import FetchKit

/// What libcurl tells of one pool: the context of its multi handle's callbacks.
final class PoolWatch {
    private let pool: Int
    private let watch: CurlWatch
    /// When libcurl wants to be told that its timer fired.
    private(set) var timer: LoopClock.Instant?

    init(pool: Int, watch: CurlWatch) {
        self.pool = pool
        self.watch = watch
    }

    /// True, once, where libcurl's timer is due.
    func takeDueTimer() -> Bool {
        guard let due = timer, due <= watch.clock.now else { return false }
        timer = nil
        return true
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
        unsafe PoolWatch.with(context) { own in
            unsafe CurlTransfer.with(MultiHandle.owner(of: easy)) { named in
                let owner = interest.isEmpty ? nil : named
                owner?.noteSocketInUse()
                let isHeld = named?.state.intake.isHeld == true
                own.watch.sockets.want(interest, of: socket, in: own.pool, owner: owner, isHeld: isHeld)
            }
        }
        return 0
    }

    static let onTimer: curl_multi_timer_callback = { _, milliseconds, context in
        unsafe PoolWatch.with(context) { own in
            let pause = Int64(milliseconds) * 1_000_000
            own.timer = milliseconds < 0 ? nil : own.watch.clock.now.advanced(byNanoseconds: pause)
        }
        return 0
    }

    /// Tells the watch that a callback was given as its context.
    private static func with(_ context: UnsafeMutableRawPointer?, _ tell: (PoolWatch) -> Void) {
        guard let context = unsafe context else { return }
        // SAFETY: the context is the watch that the multi handle was made with, and keeps.
        unsafe Unmanaged<PoolWatch>.fromOpaque(context)._withUnsafeGuaranteedRef(tell)
    }
}
