import FetchKit
import TestTurns
import Testing

@testable import FetchCurl

@Suite(.inTurn) struct `Loop placement` {
    @Test func `origins spread over the loops, and each stays where it is`() {
        var placement = LoopPlacement(loops: 3)
        let idle = [0, 0, 0]
        var first: [Int] = []
        for origin in ["a", "b", "c", "d"] { first.append(placement.place(origin, busy: idle)) }
        #expect(first == [0, 1, 2, 0])
        let again = placement.place("b", busy: [0, 899, 0])
        #expect(again == 1)
    }

    @Test func `an origin spreads when its loop has no time left, and goes back when it has`() {
        var placement = LoopPlacement(loops: 3)
        _ = placement.place("a", busy: [0, 0, 0])
        let spread = placement.place("a", busy: [950, 500, 100])
        #expect(spread == 2)
        let second = placement.place("a", busy: [950, 0, 100])
        #expect(second == 2)
        let back = placement.place("a", busy: [100, 0, 100])
        #expect(back == 0)
    }

    @Test func `where all are busy it stays, on the calmest of its own`() {
        var placement = LoopPlacement(loops: 2)
        _ = placement.place("a", busy: [0, 0])
        let stays = placement.place("a", busy: [990, 500])
        #expect(stays == 0)
        _ = placement.place("a", busy: [990, 0])
        let calmest = placement.place("a", busy: [990, 950])
        #expect(calmest == 1)
    }

    @Test func `what is remembered is bounded`() {
        var placement = LoopPlacement(loops: 2)
        for number in 0...LoopPlacement.mostRemembered { _ = placement.place("\(number)", busy: [0, 0]) }
        let loop = placement.place("0", busy: [10, 0])
        #expect(loop == 1)
    }

    @Test func `a meter tells work from waiting, window by window`() {
        let start = MonotonicInstant(nanoseconds: 0)
        func at(_ milliseconds: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: milliseconds * 1_000_000) }
        var meter = BusyMeter(start: start)
        let early = meter.wait(from: at(5), to: at(10))
        #expect(early == nil)
        let first = meter.wait(from: at(15), to: at(20))
        #expect(first == 500)
        let second = meter.wait(from: at(20), to: at(1020))
        #expect(second == 0)
        let third = meter.wait(from: at(1040), to: at(1040))
        #expect(third == 1000)
        let load = LoopLoad()
        load.publish(700, at: at(1040))
        #expect(load.busy(at: at(1100)) == 700)
        #expect(load.busy(at: at(1200)) == 0)
    }
}
