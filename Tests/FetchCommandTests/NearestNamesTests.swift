import TestTurns
import Testing

@testable import FetchCommand

@Suite(.inTurn) struct `Nearest names` {
    private let names = ["budget-exact-gzip", "budget-exact-chunked", "time-idle-300", "time-idle-3000", "heads-order"]

    @Test(arguments: [
        ("budget-exact-gzp", ["budget-exact-gzip"]), ("idle-300", ["time-idle-300", "time-idle-3000"]),
        ("heads_order", ["heads-order"]), ("zzzzzzzz", []), ("", ["heads-order", "time-idle-300", "time-idle-3000"]),
    ])
    func `the likeliest come first and what is unlike is left out`(name: String, nearest: [String]) {
        #expect(NearestNames(to: name, among: names).names == nearest)
    }

    @Test(arguments: [("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 2)])
    func `the distance is the fewest changes`(first: String, second: String, distance: Int) {
        #expect(NearestNames.distance(from: first, to: second) == distance)
    }
}
