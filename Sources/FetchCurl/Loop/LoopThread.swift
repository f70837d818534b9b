internal import Foundation

/// Runs a loop on a thread of its own, which ends with the loop.
enum LoopThread {
    /// Starts the thread. The loop is made, used and freed on it: none of it is ever seen by another.
    static func start(mailbox: CurlMailbox, options: CurlBackend.Options) {
        let thread = Thread {
            guard CurlLibrary.fault == nil, var loop = CurlLoop(mailbox: mailbox, options: options) else {
                let reason = CurlLibrary.fault ?? "no descriptors or memory left to start a libcurl loop"
                return CurlLoop.refuseAll(in: mailbox, because: reason)
            }
            loop.run()
        }
        thread.name = "fetch-curl"
        thread.stackSize = 512 * 1024
        thread.start()
    }
}
