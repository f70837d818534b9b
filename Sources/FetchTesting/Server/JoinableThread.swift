internal import Glibc

/// A thread that can be waited for, which Foundation's cannot.
struct JoinableThread: Sendable {
    private let handle: pthread_t

    /// Starts a thread that runs the body and ends.
    init(_ body: sending @escaping () -> Void) throws(SocketFailure) {
        var handle = pthread_t()
        // Balanced by the thread, which takes the retain over, or by the failure below.
        let box = unsafe Unmanaged.passRetained(Box(body))
        // The pointers are to a live handle and to the box, which is retained.
        let result = unsafe pthread_create(
            &handle, nil,
            { pointer in
                // The pointer is the box's, given once.
                if let pointer = unsafe pointer { unsafe Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            // No thread took the retain over.
            unsafe box.release()
            throw SocketFailure("pthread_create")
        }
        self.handle = handle
    }

    /// Waits for the thread to end; called on that thread itself, lets it end unwaited for. Once only.
    func join() {
        if pthread_equal(handle, pthread_self()) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }

    private final class Box {
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }
    }
}
