internal import FetchKit

/// Which exchanges start at once, and which wait until the first connection to their origin shows whether it can carry
/// them all.
///
/// libcurl opens a connection for each of many parallel starts, because it does not know yet that one of HTTP/2 would
/// do. Its own way of waiting (`CURLOPT_PIPEWAIT`) makes exchanges wait for a whole reply where the server then speaks
/// HTTP/1.1; here they go on as soon as the first is connected, whatever it speaks.
struct ColdStarts {
    typealias Instant = MonotonicInstant

    /// The longest that an exchange waits for another's connection.
    static let longestWait = Duration.seconds(1)
    /// How many origins are remembered.
    static let mostRemembered = 1000

    private struct Opening {
        let first: Int
        let until: Instant
        var waiting: [Int] = []
    }

    private var openings: [String: Opening] = [:]
    /// Origins that spoke HTTP/1.1 last: there is no use in waiting for those.
    private var unshared: Set<String> = []

    /// True where an exchange, known by its slot, starts now; otherwise it starts when it is among those returned later.
    mutating func admit(_ slot: Int, to origin: String, at now: Instant) -> Bool {
        if unshared.contains(origin) { return true }
        if openings[origin]?.waiting.append(slot) != nil { return false }
        openings[origin] = Opening(first: slot, until: now.advanced(by: Self.longestWait))
        return true
    }

    /// The slots that start now that an exchange has its connection.
    mutating func connected(to origin: String) -> [Int] {
        openings.removeValue(forKey: origin)?.waiting ?? []
    }

    /// The slots that start now that an exchange has ended, if it was the one they waited for.
    mutating func ended(_ slot: Int, to origin: String) -> [Int] {
        openings[origin]?.first == slot ? connected(to: origin) : []
    }

    /// Learns from a reply whether an origin's connections carry several exchanges at once.
    mutating func learn(_ origin: String, isShared: Bool) {
        if isShared {
            unshared.remove(origin)
        } else {
            if unshared.count >= Self.mostRemembered { unshared = [] }
            unshared.insert(origin)
        }
    }

    /// When some have waited long enough.
    var next: Instant? {
        openings.isEmpty ? nil : openings.values.lazy.filter { !$0.waiting.isEmpty }.map(\.until).min()
    }

    /// The slots that have waited long enough.
    mutating func due(by now: Instant) -> [Int] {
        guard let next, next <= now else { return [] }
        return openings.filter { $0.value.until <= now }.keys.flatMap { connected(to: $0) }
    }
}
