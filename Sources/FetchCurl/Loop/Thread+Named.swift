internal import CLinux
internal import Foundation
internal import Glibc

extension Thread {
    /// Starts a thread under a name of at most 15 bytes, which debuggers and `top -H` show. On Linux one that is given to a
    /// `Thread` before it starts is lost.
    static func start(named name: String, stackSize: Int, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread {
            _ = unsafe pthread_setname_np(pthread_self(), name)
            body()
        }
        thread.stackSize = stackSize
        thread.start()
    }
}
