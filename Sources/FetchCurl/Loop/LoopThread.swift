internal import Foundation
internal import Glibc

/// Runs a loop on a thread of its own, which ends with the loop.
enum LoopThread {
    /// Starts the thread. The loop is made, used and freed on it: none of it is ever seen by another.
    static func start(_ worker: CurlWorker, options: CurlBackend.Options) {
        Thread.start(named: "fetch-curl", stackSize: 512 * 1024) {
            ProcessExit.enterLibcurl()
            run(worker, options: options)
            ProcessExit.leaveLibcurl()
        }
    }

    private static func run(_ worker: CurlWorker, options: CurlBackend.Options) {
        guard CurlLibrary.fault == nil, var loop = CurlLoop(worker, options: options) else {
            let reason = CurlLibrary.fault ?? "no descriptors or memory left to start a libcurl loop"
            return CurlLoop.refuseAll(in: worker.mailbox, .lacking(reason))
        }
        loop.run()
    }

    /// What the calling thread has used of a processor, in nanoseconds.
    static var processorTime: Int64 {
        var time = timespec()
        // The structure outlives the call, which cannot fail for the clock of the calling thread.
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
