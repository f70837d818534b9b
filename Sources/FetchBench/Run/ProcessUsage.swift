import Foundation
import Glibc

/// What this process has used so far.
struct ProcessUsage {
    /// User and system time, in seconds.
    let cpuSeconds: Double
    let peakRSSKiB: Int

    init() {
        var usage = rusage()
        // SAFETY: the pointer is to a live value.
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        peakRSSKiB = Self.highWaterMark ?? usage.ru_maxrss
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    /// The kernel's mark of this program alone: `ru_maxrss` also counts what the parent had when it started this.
    private static var highWaterMark: Int? {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split { $0 == " " || $0 == "\t" }.dropLast().last.flatMap { Int($0) }
    }
}
