internal import Foundation
internal import Glibc

/// What this process holds of the machine at one moment, as the kernel counts it; for tests that look for leaks.
public struct ProcessFootprint: Sendable, Hashable {
    /// Open descriptors.
    public let descriptors: Int

    /// Threads.
    public let threads: Int

    /// Memory resident, in bytes.
    public let residentBytes: Int

    /// Reads `/proc`; what cannot be read counts as 0.
    public init() {
        let files = FileManager.default
        // Listing the directory holds one descriptor more.
        descriptors = max(0, ((try? files.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0) - 1)
        threads = (try? files.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
        let statistics = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let residentPages = statistics.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        residentBytes = residentPages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Raises this process's limit of open descriptors, as far as the system allows; returns what it is then.
    @discardableResult
    public static func allowDescriptors(_ count: Int) -> Int {
        var limit = rlimit()
        // The pointer is to a live value.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        if limit.rlim_cur < rlim_t(count) {
            limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
            // As above.
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }
}
