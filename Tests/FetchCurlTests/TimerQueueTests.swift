import Testing

@testable import FetchCurl

@Suite struct `Timer queue` {
    let start = ContinuousClock.now

    private func drain(_ queue: inout TimerQueue, by offset: Int) -> [Int] {
        var slots: [Int] = []
        while let slot = queue.popDue(by: start.advanced(by: .seconds(offset))) { slots.append(slot) }
        return slots
    }

    @Test func `the earliest comes first, and none before it is due`() {
        var queue = TimerQueue()
        for (slot, offset) in [(0, 5), (1, 1), (2, 9), (3, 3)] {
            queue.set(slot, at: start.advanced(by: .seconds(offset)))
        }
        #expect(drain(&queue, by: 0) == [])
        #expect(drain(&queue, by: 4) == [1, 3])
        #expect(drain(&queue, by: 9) == [0, 2])
        #expect(queue.next == nil)
    }

    @Test func `setting a slot again moves its timer, both ways`() {
        var queue = TimerQueue()
        for slot in 0..<4 { queue.set(slot, at: start.advanced(by: .seconds(slot))) }
        queue.set(0, at: start.advanced(by: .seconds(10)))
        queue.set(3, at: start.advanced(by: .seconds(-1)))
        #expect(drain(&queue, by: 20) == [3, 1, 2, 0])
    }

    @Test func `a removed timer never fires, and removing none does nothing`() {
        var queue = TimerQueue()
        queue.remove(7)
        for slot in 0..<5 { queue.set(slot, at: start.advanced(by: .seconds(slot))) }
        queue.remove(2)
        queue.remove(2)
        queue.remove(4)
        #expect(drain(&queue, by: 20) == [0, 1, 3])
    }

    @Test func `ten thousand random moves keep the order`() {
        var queue = TimerQueue()
        var expected: [Int: Int] = [:]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            let slot = Int.random(in: 0..<200, using: &generator)
            if Bool.random(using: &generator) {
                let offset = Int.random(in: 0..<1_000_000, using: &generator)
                queue.set(slot, at: start.advanced(by: .seconds(offset)))
                expected[slot] = offset
            } else {
                queue.remove(slot)
                expected[slot] = nil
            }
        }
        let order = drain(&queue, by: 1_000_000)
        #expect(order.count == expected.count)
        #expect(order.compactMap { expected[$0] } == expected.values.sorted())
    }
}
