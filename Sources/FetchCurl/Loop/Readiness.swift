internal import CLinux
internal import Glibc

/// Waits for descriptors to become ready. Linux's epoll, and the one file that names it.
@safe struct Readiness: ~Copyable {
    /// What a descriptor is waited for, or is ready for.
    struct Interest: OptionSet {
        let rawValue: UInt32
        static let read = Interest(rawValue: EPOLLIN.rawValue)
        static let write = Interest(rawValue: EPOLLOUT.rawValue)
        static let error = Interest(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
        /// Reported once for each change, not for as long as it lasts.
        static let edge = Interest(rawValue: EPOLLET.rawValue)
    }

    private let descriptor: Int32
    private var events: [epoll_event]

    init?() {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        unsafe events = Array(repeating: epoll_event(), count: Self.batch)
        guard descriptor >= 0 else { return nil }
    }

    private static let batch = 256

    deinit { _ = Glibc.close(descriptor) }

    /// Starts to wait for a descriptor, or changes what it is waited for.
    func watch(_ socket: Int32, for interest: Interest, isNew: Bool) {
        var event = unsafe epoll_event(events: interest.rawValue, data: epoll_data(fd: socket))
        // SAFETY: the event is only read during the call.
        _ = unsafe epoll_ctl(descriptor, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event)
    }

    /// Waits for a descriptor no longer.
    func ignore(_ socket: Int32) {
        var event = unsafe epoll_event()
        // SAFETY: as above.
        _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
    }

    /// Waits until something is ready or the time is over, and says how many descriptors are ready.
    ///
    /// A signal ends the wait early with none ready.
    mutating func wait(milliseconds: Int32) -> Int {
        // SAFETY: the kernel writes at most `batch` events into an array of that size.
        max(0, Int(unsafe epoll_wait(descriptor, &events, Int32(Self.batch), milliseconds)))
    }

    /// The descriptor that stands at a place in the last wait's result, and what it is ready for.
    func ready(at index: Int) -> (socket: Int32, interest: Interest) {
        // SAFETY: every event was registered with a descriptor in its data.
        unsafe (events[index].data.fd, Interest(rawValue: events[index].events))
    }
}
