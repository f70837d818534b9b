/// Which of a loop's pools of connections an exchange goes to.
///
/// There is one, until many exchanges run in it: each time one ends, libcurl 7.88 looks through the pool's connections for
/// the one it used, which beside 2,000 quiet streams is most of what a small request costs. An origin leaves a pool that
/// others crowd for one with room; one that is a crowd itself stays, and its connections with it.
///
/// Origins are told apart by a hash, so nothing is remembered of them and nothing grows.
struct PoolPlacement {
    /// From so many exchanges of others on, a pool is crowded.
    static let crowd = 128
    static let mostPools = 8
    private static let groupCount = 256
    /// How many connections of a loop may wait for their next exchange, and how many of one pool may in any case.
    private static let (idleOfLoop, idleOfPool) = (256, 64)

    /// Where an exchange is: an origin's group, and a pool.
    struct Place {
        fileprivate let group: Int
        let pool: Int
    }

    /// How many exchanges run in each pool.
    private var running = [0]
    /// The limit that was last given for each.
    private var limits = [0]
    /// The pool that each group of origins uses, and how many exchanges it runs, in whatever pool.
    private var groups = Array(repeating: (pool: 0, running: 0), count: Self.groupCount)

    /// Chooses the pool for an exchange that starts, by the hash of its authority; one beyond the last is to be opened.
    mutating func place(hash: Int) -> Place {
        let group = hash & (Self.groupCount - 1)
        let others = running[groups[group].pool] - groups[group].running
        if others >= Self.crowd { move(group, from: others) }
        groups[group].running += 1
        running[groups[group].pool] += 1
        return Place(group: group, pool: groups[group].pool)
    }

    /// Counts an exchange that has ended.
    mutating func end(_ place: Place) {
        groups[place.group].running -= 1
        running[place.pool] -= 1
    }

    /// How many connections a pool may have open, where that has changed by much.
    ///
    /// libcurl's limit counts the connections in use too: where those alone are more, it would close each idle one, and
    /// every exchange would open its own.
    mutating func newLimit(of pool: Int) -> Int? {
        let limit = running[pool] + max(Self.idleOfLoop / running.count, Self.idleOfPool)
        guard abs(limit - limits[pool]) >= Self.idleOfPool else { return nil }
        limits[pool] = limit
        return limit
    }

    /// Moves where it is much less crowded. A move costs new connections, so one that gains little is not made.
    private mutating func move(_ group: Int, from others: Int) {
        var calmest = running.indices.min { running[$0] < running[$1] } ?? 0
        if running[calmest] >= Self.crowd, running.count < Self.mostPools {
            calmest = running.count
            running.append(0)
            limits.append(0)
        }
        if running[calmest] <= others / 4 { groups[group].pool = calmest }
    }
}
