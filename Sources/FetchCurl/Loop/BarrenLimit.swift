internal import FetchKit
internal import Synchronization

/// How much may be read of a connection over TLS while nothing of a reply comes of it.
///
/// More of it is to be expected once an exchange was ended before its reply was: what its stream's window of 32 MiB let the
/// server send is still on its way.
struct BarrenLimit: RawRepresentable, AtomicRepresentable {
    /// In bytes; a handshake is a tenth of it.
    static let usual = 256 << 10
    static let afterEnd = 33 << 20
    /// How long one call of libcurl may read what was sent to an exchange that was ended, in nanoseconds.
    static let longestRest: Int64 = 5_000_000_000
    /// Why an exchange failed whose connection was shut down.
    static let reason = "the server sent over \(usual >> 10) KiB that was part of no reply"

    /// Until when such a call may, in nanoseconds of the monotonic clock; 0 where no exchange was ended.
    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// Before any exchange was ended.
    init() { rawValue = 0 }

    /// Once an exchange was ended.
    init(exchangeEndedAt now: MonotonicInstant) { rawValue = now.nanoseconds + Self.longestRest }

    /// Whether one call that has not ended has read too much.
    func isExceeded(byOneCall bytes: Int, at now: MonotonicInstant) -> Bool {
        bytes > (now.nanoseconds < rawValue ? Self.afterEnd : Self.usual)
    }

    /// Whether calls that end by themselves have read too much together. They hold nobody up, so that the time is not asked.
    func isExceeded(byCalls bytes: Int) -> Bool {
        bytes > (rawValue == 0 ? Self.usual : Self.afterEnd)
    }
}
