import Testing

@testable import FetchKit

@Suite("A Retry-After field") struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private let now = 784_111_777

    @Test(
        arguments: [
            ("0", .zero), ("1", .seconds(1)), ("120", .seconds(120)), ("007", .seconds(7)),
            ("99999999999", FetchPolicy.longestTime), ("9223372036854775807", FetchPolicy.longestTime),
        ] as [(String, Duration)])
    func `digits are seconds, up to the longest time there is`(value: String, delay: Duration) {
        #expect(RetryAfter(value, now: now)?.delay == delay)
    }

    @Test("a number that looks like a year or a date is seconds (curl#15833)", arguments: [1994, 2026, 20_260_101])
    func year(number: Int) {
        #expect(RetryAfter("\(number)", now: now)?.delay == .seconds(number))
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:50:37 GMT", "Sunday, 06-Nov-94 08:50:37 GMT", "Sun Nov  6 08:50:37 1994",
    ])
    func `a date in each of its forms is the time until then`(value: String) {
        #expect(RetryAfter(value, now: now)?.delay == .seconds(60))
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:36 GMT", "Thu, 01 Jan 1970 00:00:00 GMT",
        "Sat, 01 Jan 0000 00:00:00 GMT",
    ])
    func `a date that is past is now`(value: String) {
        #expect(RetryAfter(value, now: now)?.delay == .zero)
    }

    @Test func `a date far ahead is the longest time there is`() {
        #expect(RetryAfter("Fri, 31 Dec 9999 23:59:59 GMT", now: now)?.delay == FetchPolicy.longestTime)
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1e3", " 1", "1 ", "1, 2", "0x10", "١٢", "1000000000000000000000000000000", "soon",
        "null", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994", "1994-11-06T08:49:37Z", "\0", "😀", "GMT",
    ])
    func `anything else is ignored`(value: String) {
        #expect(RetryAfter(value, now: now) == nil)
    }

    @Test(arguments: [Int(Int32.min), 0, 253_402_300_799]) func `any clock will do`(now: Int) {
        #expect(RetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", now: now) != nil)
        #expect(RetryAfter("Sunday, 06-Nov-94 08:49:37 GMT", now: now) != nil)
    }
}
