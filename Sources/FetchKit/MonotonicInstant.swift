#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A moment on a clock that never goes back and goes on while the machine sleeps: what exchanges are timed by.
///
/// One integer: a loop copies and compares moments thousands of times a second, which `ContinuousClock.Instant`, whose
/// layout the standard library keeps to itself, makes expensive.
public struct MonotonicInstant: InstantProtocol, Sendable {
    /// Nanoseconds since a moment before the process began.
    public var nanoseconds: Int64

    /// Makes a moment; for one that is read from elsewhere on the same clock.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// This moment.
    public static var now: MonotonicInstant {
        var time = timespec()
        // The structure outlives the call, which cannot fail for a clock that exists.
        _ = unsafe clock_gettime(clock, &time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    #if canImport(Glibc)
    private static let clock = CLOCK_BOOTTIME
    #else
    private static let clock = CLOCK_MONOTONIC
    #endif

    /// The moment a number of nanoseconds later; the last there is where that is too far away.
    package func advanced(byNanoseconds count: Int64) -> MonotonicInstant {
        let (sum, isTooFar) = nanoseconds.addingReportingOverflow(count)
        return MonotonicInstant(nanoseconds: isTooFar ? .max : sum)
    }

    /// The moment a duration later, to the nanosecond.
    public func advanced(by duration: Duration) -> MonotonicInstant {
        advanced(byNanoseconds: duration.nanoseconds)
    }

    /// The time from this moment to another.
    public func duration(to other: MonotonicInstant) -> Duration {
        .nanoseconds(other.nanoseconds - nanoseconds)
    }

    /// True for an earlier moment.
    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension Duration {
    /// Whole nanoseconds, rounded up, within what 64 bits can hold.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if isTooLong { return seconds < 0 ? .min : .max }
        let rest = attoseconds > 0 ? (attoseconds + 999_999_999) / 1_000_000_000 : attoseconds / 1_000_000_000
        let (sum, isTooLarge) = whole.addingReportingOverflow(rest)
        return isTooLarge ? (seconds < 0 ? .min : .max) : sum
    }
}
