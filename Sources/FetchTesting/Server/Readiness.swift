internal import CLinux

/// Waits for many descriptors at once: epoll, which also tells of a peer's close while nothing is being read.
@safe struct Readiness {
    /// What a descriptor is watched for, and what it turned out to be ready for.
    struct Events: OptionSet {
        let rawValue: UInt32
        static let readable = Events(rawValue: EPOLLIN.rawValue)
        static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// The peer sent its FIN.
        static let peerClosed = Events(rawValue: EPOLLRDHUP.rawValue)
        /// Both directions are over, or the connection was reset. Always watched for.
        static let over = Events(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
    }

    private let epoll: Descriptor
    // Events hold a union, of which only the token is used.
    private var buffer = unsafe [epoll_event](repeating: epoll_event(), count: 256)

    init() throws(SocketFailure) {
        epoll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
    }

    /// Watches a descriptor until it is closed; `token` names it in what ``wait(until:)`` returns.
    func add(_ descriptor: Descriptor, token: Int, events: Events) {
        control(EPOLL_CTL_ADD, descriptor, token, events)
    }

    func change(_ descriptor: Descriptor, token: Int, events: Events) {
        control(EPOLL_CTL_MOD, descriptor, token, events)
    }

    private func control(_ operation: Int32, _ descriptor: Descriptor, _ token: Int, _ events: Events) {
        // The event is live for the length of the call, and the kernel keeps a copy.
        var event = unsafe epoll_event(events: events.rawValue, data: epoll_data_t(u64: UInt64(token)))
        unsafe epoll_ctl(epoll.number, operation, descriptor.number, &event)
    }

    /// Waits until something is ready or the instant has come, whichever is first.
    mutating func wait(until instant: ContinuousClock.Instant?) -> [(token: Int, events: Events)] {
        let milliseconds = instant.map { Self.milliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1
        // The kernel writes at most as many events as the buffer holds.
        let count = unsafe epoll_wait(epoll.number, &buffer, Int32(buffer.count), milliseconds)
        // The token was put into the member it is read from.
        return unsafe buffer.prefix(max(0, Int(count))).map { event in
            unsafe (Int(event.data.u64), Events(rawValue: event.events))
        }
    }

    /// Rounded up, so that a timer is never found to be early.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        let (seconds, attoseconds) = max(.zero, duration).components
        return Int32(min(seconds, 3600)) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
