/// One timer for each slot, the earliest first: a binary heap that knows where each slot stands, so that a timer can
/// be moved or taken out without looking for it.
struct TimerQueue {
    typealias Instant = ContinuousClock.Instant

    private var heap: [(due: Instant, slot: Int)] = []
    /// Where in the heap a slot's timer stands; -1 where it has none.
    private var places: [Int] = []

    /// When the earliest timer is due.
    var next: Instant? { heap.first?.due }

    /// Sets or moves the timer of a slot.
    mutating func set(_ slot: Int, at due: Instant) {
        while places.count <= slot { places.append(-1) }
        let place = places[slot]
        if place < 0 {
            places[slot] = heap.count
            heap.append((due, slot))
            rise(from: heap.count - 1)
        } else {
            heap[place].due = due
            rise(from: place)
            sink(from: places[slot])
        }
    }

    /// Takes out the timer of a slot, if it has one.
    mutating func remove(_ slot: Int) {
        guard slot < places.count, places[slot] >= 0 else { return }
        let place = places[slot]
        swap(place, heap.count - 1)
        heap.removeLast()
        places[slot] = -1
        guard place < heap.count else { return }
        let moved = heap[place].slot
        rise(from: place)
        sink(from: places[moved])
    }

    /// Takes out the earliest timer that is due by now, and says whose it was.
    mutating func popDue(by now: Instant) -> Int? {
        guard let first = heap.first, first.due <= now else { return nil }
        remove(first.slot)
        return first.slot
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, heap[place].due < heap[(place - 1) / 2].due {
            swap(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].due < heap[least].due {
                least = child
            }
            guard least != place else { return }
            swap(place, least)
            place = least
        }
    }

    private mutating func swap(_ left: Int, _ right: Int) {
        heap.swapAt(left, right)
        places[heap[left].slot] = left
        places[heap[right].slot] = right
    }
}
