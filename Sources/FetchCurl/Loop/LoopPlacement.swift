/// Which of several loops performs an exchange.
///
/// An origin has a loop of its own, where its connections are pooled and its HTTP/2 streams share one. Only while that
/// loop has more to do than one core can does it spread over another, and it goes back as soon as there is room.
struct LoopPlacement {
    /// From here on a loop has no time left: how many of a thousand parts of its time it works.
    static let saturation = 900
    /// How many origins are remembered.
    static let mostRemembered = 10_000

    /// The loops of each origin, its own first.
    private var loops: [String: [Int]] = [:]
    private var originsOfLoop: [Int]

    init(loops count: Int) {
        originsOfLoop = Array(repeating: 0, count: count)
    }

    /// Chooses the loop for an exchange, from how busy each is.
    mutating func place(_ origin: String, busy: [Int]) -> Int {
        let own = loops[origin] ?? []
        if let loop = own.first(where: { busy[$0] < Self.saturation }) { return loop }
        let calmest = busy.indices.min { (busy[$0], originsOfLoop[$0]) < (busy[$1], originsOfLoop[$1]) } ?? 0
        // Half of its time free: a loop that is almost as busy would not be of help.
        if own.isEmpty || busy[calmest] < Self.saturation / 2 {
            remember(calmest, for: origin)
            return calmest
        }
        return own.min { busy[$0] < busy[$1] } ?? calmest
    }

    private mutating func remember(_ loop: Int, for origin: String) {
        if loops.count >= Self.mostRemembered {
            loops = [:]
            originsOfLoop = originsOfLoop.map { _ in 0 }
        }
        loops[origin, default: []].append(loop)
        originsOfLoop[loop] += 1
    }
}
