internal import FetchKit

/// One timer for each slot, the earliest first: a binary heap that knows where each slot stands.
///
/// A timer is never taken out before it fires. Whoever hears it looks whether its slot is due, and sets it anew if not:
/// most exchanges end long before their timers, and the next one in the slot has a use for what is left.
struct TimerQueue {
    typealias Instant = MonotonicInstant

    private var heap: [(due: Instant, slot: Int)] = []
    /// Where in the heap a slot's timer stands; -1 where it has none.
    private var places: [Int] = []

    /// When the earliest timer is due.
    var next: Instant? { heap.first?.due }

    /// Makes sure that a slot's timer fires no later than this; one that fires earlier stays as it is.
    mutating func set(_ slot: Int, noLaterThan due: Instant) {
        while places.count <= slot { places.append(-1) }
        if places[slot] < 0 {
            places[slot] = heap.count
            heap.append((due, slot))
        } else if due < heap[places[slot]].due {
            heap[places[slot]].due = due
        } else {
            return
        }
        rise(from: places[slot])
    }

    /// Takes out the earliest timer that is due by now, and says whose it was.
    mutating func popDue(by now: Instant) -> Int? {
        guard let first = heap.first, first.due <= now else { return nil }
        swap(0, heap.count - 1)
        heap.removeLast()
        places[first.slot] = -1
        sink(from: 0)
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
