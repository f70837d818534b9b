internal import Glibc
internal import Synchronization

/// Keeps the loops out of libcurl once the process exits.
///
/// exit(3) has the libraries free what they share, OpenSSL its tables, while every other thread goes on: a loop amid a
/// TLS handshake would use what is gone. The handlers run in reverse order, so one that is registered after libcurl was
/// initialised runs before theirs. It waits until each loop has come out of libcurl, and none goes in again: what is
/// under way is never answered, as nothing is by a process that has ended.
enum ProcessExit {
    private static let isUnderWay = Atomic(false)
    private static let busyLoops = Atomic(0)
    /// An observer may call exit on a loop's own thread, which then does not come out.
    private static let longestWaitMilliseconds = 1_000

    /// Registers the handler; to be called once, after libcurl was initialised.
    static func watch() {
        _ = atexit {
            ProcessExit.isUnderWay.store(true, ordering: .sequentiallyConsistent)
            for _ in 0..<ProcessExit.longestWaitMilliseconds {
                if ProcessExit.busyLoops.load(ordering: .sequentiallyConsistent) == 0 { return }
                usleep(1_000)
            }
        }
    }

    /// To be called by a loop's thread before it uses libcurl; does not return once the process exits.
    static func enterLibcurl() {
        busyLoops.add(1, ordering: .sequentiallyConsistent)
        guard isUnderWay.load(ordering: .sequentiallyConsistent) else { return }
        leaveLibcurl()
        while true { pause() }
    }

    /// To be called by a loop's thread before it waits or ends.
    static func leaveLibcurl() { busyLoops.subtract(1, ordering: .sequentiallyConsistent) }
}
