internal import CLinux

/// Wakes a loop for the last time, from any thread.
struct StopSignal: Sendable {
    let descriptor: Descriptor

    init() throws(SocketFailure) {
        descriptor = try Descriptor(eventfd(0, Int32(EFD_CLOEXEC)), from: "eventfd")
    }

    func send() {
        eventfd_write(descriptor.number, 1)
    }
}
