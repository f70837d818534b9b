import FetchKit
import TestTurns
import Testing

@testable import FetchCurl

@Suite(.inTurn) struct `Barren limit` {
    private static let kibibyte = 1 << 10
    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)
    private static let ended = BarrenLimit(exchangeEndedAt: start)

    @Test(arguments: [(BarrenLimit(), 256 * kibibyte), (ended, 33 * kibibyte * kibibyte)])
    func `more is allowed once an exchange was ended`(limit: BarrenLimit, most: Int) {
        #expect(!limit.isExceeded(byOneCall: most, at: Self.start))
        #expect(limit.isExceeded(byOneCall: most + 1, at: Self.start))
        #expect(!limit.isExceeded(byCalls: most))
        #expect(limit.isExceeded(byCalls: most + 1))
    }

    @Test func `one call may read more for five seconds, and calls that end for good`() {
        let bytes = 1 << 20
        #expect(!Self.ended.isExceeded(byOneCall: bytes, at: Self.start.advanced(by: .milliseconds(4999))))
        #expect(Self.ended.isExceeded(byOneCall: bytes, at: Self.start.advanced(by: .seconds(5))))
        #expect(!Self.ended.isExceeded(byCalls: bytes))
    }
}
