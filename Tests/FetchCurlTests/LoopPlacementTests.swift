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

    private func at(_ milliseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
    }

    /// What a meter tells at moments, from the processor time and the idle time so far, all in milliseconds.
    private func readings(_ moments: [(at: Int64, used: Int64, idle: Int64?)]) -> [Int?] {
        var meter = BusyMeter(start: at(0), processorTime: 0)
        return moments.map { moment in
            meter.read(
                at: at(moment.at), processorTime: { moment.used * 1_000_000 },
                idleTime: { moment.idle.map { $0 * 1_000_000 } })
        }
    }

    @Test func `a meter tells what a thread used of its time, window by window`() {
        let told = readings([(10, 5, nil), (20, 10, nil), (1020, 10, nil), (1040, 30, nil), (1060, 51, nil)])
        #expect(told == [nil, 500, 0, 1000, 1000])
    }

    @Test func `a loop does not spread where no processor is free`() {
        let full = LoopPlacement.saturation - 1
        // Two moments have to be 100 ms apart before idle time says anything.
        let crowded = readings([(20, 20, 500), (40, 40, 501), (120, 120, 510), (140, 140, 511), (220, 220, 525)])
        #expect(crowded == [full, full, full, full, full])
        let free = readings([(20, 20, 500), (40, 40, 520), (120, 120, 570), (140, 140, 571), (220, 220, 580)])
        #expect(free == [full, full, 1000, 1000, full])
        // Idle time from before the loop had its hands full.
        #expect(readings([(20, 20, 500), (2000, 20, 2000), (2020, 40, 2400)]) == [full, 0, full])
    }

    @Test func `idle time is the kernel's`() throws {
        #expect(IdleTime.total(in: "cpu  1 2 3 400 50 6 7 8 9 0\ncpu0 1 2 3 4\n") == 4_500_000_000)
        for text in ["", "cpu", "cpu0 1 2 3 4 5", "cpu 1 2 3 x 5"] { #expect(IdleTime.total(in: text) == nil) }
        #expect(try #require(IdleTime.total()) > 0)
    }

    @Test func `a load that is not renewed counts no longer`() {
        let load = LoopLoad()
        load.publish(700, at: at(1040))
        #expect(load.busy(at: at(1100)) == 700)
        #expect(load.busy(at: at(1200)) == 0)
    }
}
