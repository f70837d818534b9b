import TestTurns
import Testing

@testable import FetchCurl

@Suite(.inTurn) struct `Pool placement` {
    private typealias Place = PoolPlacement.Place

    /// Starts a number of exchanges of one origin.
    private func start(_ count: Int, of origin: Int, in placement: inout PoolPlacement) -> [Place] {
        var places: [Place] = []
        for _ in 0..<count { places.append(placement.place(hash: origin)) }
        return places
    }

    private func pools(_ places: [Place]) -> Set<Int> { Set(places.map(\.pool)) }

    @Test func `an origin that is a crowd itself stays in one pool`() {
        var placement = PoolPlacement()
        #expect(pools(start(5_000, of: 1, in: &placement)) == [0])
    }

    @Test func `origins that are few share one pool`() {
        var placement = PoolPlacement()
        for origin in 0..<PoolPlacement.crowd { #expect(pools(start(1, of: origin, in: &placement)) == [0]) }
    }

    @Test func `an origin leaves the pool that another crowds, and stays away`() {
        var placement = PoolPlacement()
        let before = start(8, of: 2, in: &placement)
        let crowd = start(2_000, of: 1, in: &placement)
        let beside = start(8, of: 2, in: &placement)
        #expect((pools(before), pools(crowd), pools(beside)) == ([0], [0], [1]))
        for place in before + crowd + beside { placement.end(place) }
        #expect(pools(start(8, of: 2, in: &placement)) == [1])
        #expect(pools(start(8, of: 1, in: &placement)) == [0])
    }

    @Test func `pools are opened one after the other, and no more than a few`() {
        var placement = PoolPlacement()
        let homes = (0..<20).map { pools(start(PoolPlacement.crowd, of: $0, in: &placement)) }
        #expect(homes.prefix(PoolPlacement.mostPools) == (0..<PoolPlacement.mostPools).map { [$0] }[...])
        #expect(homes.reduce(into: []) { $0.formUnion($1) } == Set(0..<PoolPlacement.mostPools))
    }

    @Test func `where the others are as crowded nothing moves`() {
        var placement = PoolPlacement()
        for origin in 0..<PoolPlacement.mostPools { _ = start(1_000, of: origin, in: &placement) }
        let home = pools(start(1, of: 100, in: &placement))
        #expect(pools(start(50, of: 100, in: &placement)) == home)
    }

    @Test func `what ended counts no longer`() {
        var placement = PoolPlacement()
        for place in start(2_000, of: 1, in: &placement) { placement.end(place) }
        #expect(pools(start(1, of: 2, in: &placement)) == [0])
    }

    @Test func `a pool may keep what runs in it, and idle connections beside`() {
        var placement = PoolPlacement()
        _ = placement.place(hash: 1)
        var limits = [placement.newLimit(of: 0)]
        _ = start(62, of: 1, in: &placement)
        limits.append(placement.newLimit(of: 0))
        let places = start(1, of: 1, in: &placement)
        limits.append(placement.newLimit(of: 0))
        for place in places { placement.end(place) }
        limits.append(placement.newLimit(of: 0))
        #expect(limits == [257, nil, nil, nil])
        _ = start(2, of: 1, in: &placement)
        #expect(placement.newLimit(of: 0) == 256 + 65)
        // With a second pool each has half of the idle ones.
        _ = start(1_000, of: 1, in: &placement) + start(1, of: 2, in: &placement)
        #expect(placement.newLimit(of: 0) == 128 + 1_065)
        #expect(placement.newLimit(of: 1) == 128 + 1)
    }
}
