import FetchKit
import TestTurns
import Testing

@testable import FetchCurl

@Suite(.inTurn) struct `Timer queue` {
    let start = MonotonicInstant.now

    private func drain(_ queue: inout TimerQueue, by offset: Int) -> [Int] {
        var slots: [Int] = []
        while let slot = queue.popDue(by: start.advanced(by: .seconds(offset))) { slots.append(slot) }
        return slots
    }

    @Test func `the earliest comes first, and none before it is due`() {
        var queue = TimerQueue()
        for (slot, offset) in [(0, 5), (1, 1), (2, 9), (3, 3)] {
            queue.set(slot, noLaterThan: start.advanced(by: .seconds(offset)))
        }
        #expect(drain(&queue, by: 0) == [])
        #expect(drain(&queue, by: 4) == [1, 3])
        #expect(drain(&queue, by: 9) == [0, 2])
        #expect(queue.next == nil)
    }

    @Test func `setting a slot again moves its timer forward and never back`() {
        var queue = TimerQueue()
        for slot in 0..<4 { queue.set(slot, noLaterThan: start.advanced(by: .seconds(slot))) }
        queue.set(0, noLaterThan: start.advanced(by: .seconds(10)))
        queue.set(3, noLaterThan: start.advanced(by: .seconds(-1)))
        #expect(drain(&queue, by: 20) == [3, 0, 1, 2])
    }

    @Test func `a timer that has fired is gone until it is set again`() {
        var queue = TimerQueue()
        queue.set(5, noLaterThan: start)
        #expect(drain(&queue, by: 0) == [5])
        queue.set(5, noLaterThan: start.advanced(by: .seconds(2)))
        #expect(drain(&queue, by: 1) == [])
        #expect(drain(&queue, by: 2) == [5])
    }

    @Test func `ten thousand random moves keep the order`() {
        var queue = TimerQueue()
        var expected: [Int: Int] = [:]
        var generator = SystemRandomNumberGenerator()
        for round in 0..<10_000 {
            let slot = Int.random(in: 0..<200, using: &generator)
            let offset = Int.random(in: 0..<1_000_000, using: &generator)
            queue.set(slot, noLaterThan: start.advanced(by: .seconds(offset)))
            expected[slot] = min(offset, expected[slot] ?? .max)
            if round % 10 == 0, let fired = queue.popDue(by: start.advanced(by: .seconds(1_000_000))) {
                let earliest = expected.values.min()
                #expect(expected.removeValue(forKey: fired) == earliest)
            }
        }
        let order = drain(&queue, by: 1_000_000)
        #expect(order.count == expected.count)
        #expect(order.compactMap { expected[$0] } == expected.values.sorted())
    }
}
