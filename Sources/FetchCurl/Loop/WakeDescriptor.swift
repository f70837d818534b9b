internal import CLinux
internal import Glibc

/// An event descriptor that ends a loop's wait. Closed with its last owner, so that no one can write to a descriptor
/// that has become another's.
struct WakeDescriptor: ~Copyable, Sendable {
    /// Negative where the process had no descriptor left.
    let raw: Int32

    init() { raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

    deinit { if raw >= 0 { _ = Glibc.close(raw) } }

    /// Wakes the loop. The loop watches for the edge and never reads the count, which saves a call each time.
    func wake() { eventfd_write(raw, 1) }
}
