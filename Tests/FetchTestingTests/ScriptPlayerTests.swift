import TestTurns
import Testing

@testable import FetchTesting

/// The player needs no socket and no time: the instants are made up.
@Suite(.inTurn) struct ScriptPlayerTests {
    private let start = ContinuousClock.now

    /// Everything a player writes before it asks to wait or to end the connection.
    private func written(_ player: inout ScriptPlayer, at now: ContinuousClock.Instant) -> (String, ScriptPlayer.Action)
    {
        var bytes: [UInt8] = []
        while true {
            let action = player.next(at: now)
            guard action == .write else { return (String(decoding: bytes, as: UTF8.self), action) }
            let next = player.output.next
            bytes += next
            player.wrote(next.count)
        }
    }

    @Test func `A script waits for a request's head`() {
        var player = ScriptPlayer()
        #expect(player.next(at: start) == .wait(until: nil))
        player.receiveHead()
        #expect(player.next(at: start) == .choose(request: 0))
        player.begin([.send("a"), .send("b")])
        #expect(written(&player, at: start) == ("ab", .wait(until: nil)))
    }

    @Test func `The next request begins a script again`() {
        var player = ScriptPlayer()
        for request in 0..<3 {
            player.receiveHead()
            #expect(player.next(at: start) == .choose(request: request))
            player.begin([.send("a")])
            #expect(written(&player, at: start) == ("a", .wait(until: nil)))
        }
    }

    @Test func `A script at accept plays once without a request`() {
        var player = ScriptPlayer(atAccept: [.atAccept, .send("hello")])
        #expect(written(&player, at: start) == ("hello", .wait(until: nil)))
        player.receiveHead()
        #expect(player.next(at: start) == .wait(until: nil))
    }

    @Test func `Steps after awaitRequest answer the next request of the connection`() {
        var player = ScriptPlayer()
        player.receiveHead()
        _ = player.next(at: start)
        player.begin([.send("1"), .awaitRequest, .send("2"), .close])
        #expect(written(&player, at: start) == ("1", .wait(until: nil)))
        player.receiveHead()
        #expect(written(&player, at: start) == ("2", .close))
    }

    @Test func `awaitBody waits for the end of the current request's body`() {
        var player = ScriptPlayer()
        player.receiveHead()
        _ = player.next(at: start)
        player.begin([.awaitBody, .send("x")])
        #expect(player.next(at: start) == .wait(until: nil))
        player.receiveBodyEnd()
        #expect(player.next(at: start) == .write)
    }

    @Test func `readBody reads so far, and no further until the next one`() {
        var player = ScriptPlayer()
        player.receiveHead()
        #expect(player.hasReadEnough)
        _ = player.next(at: start)
        player.begin([.readBody(upTo: 10), .readBody(upTo: 15), .close])
        #expect(player.next(at: start) == .resumeReading)
        player.receiveBody(9)
        #expect(!player.hasReadEnough)
        #expect(player.next(at: start) == .wait(until: nil))
        player.receiveBody(1)
        #expect(player.hasReadEnough)
        #expect(player.next(at: start) == .stopReading)
        #expect(player.next(at: start) == .resumeReading)
        player.receiveBody(20)
        #expect(player.next(at: start) == .stopReading)
        #expect(player.next(at: start) == .close)
    }

    @Test func `A pause ends at its time and not before`() {
        var player = ScriptPlayer(atAccept: [.atAccept, .pause(.seconds(2)), .close])
        let end = start.advanced(by: .seconds(2))
        #expect(player.next(at: start) == .wait(until: end))
        #expect(player.next(at: end.advanced(by: .milliseconds(-1))) == .wait(until: end))
        #expect(player.next(at: end) == .close)
    }

    @Test func `A trickle keeps its beat`() {
        var player = ScriptPlayer(atAccept: [.atAccept, .trickle("abcde", by: 2, every: .seconds(1)), .close])
        let later = { (seconds: Int) in start.advanced(by: .seconds(seconds)) }
        #expect(written(&player, at: start) == ("ab", .wait(until: later(1))))
        #expect(written(&player, at: later(1)) == ("cd", .wait(until: later(2))))
        #expect(written(&player, at: later(2)) == ("e", .close))
    }

    @Test func `An endless trickle begins again and ends when the peer goes`() {
        var player = ScriptPlayer(atAccept: [.atAccept, .trickle("ab", every: .seconds(1), endless: true)])
        let later = { (seconds: Int) in start.advanced(by: .seconds(seconds)) }
        for (second, letter) in zip(0..<5, ["a", "b", "a", "b", "a"]) {
            #expect(written(&player, at: later(second)) == (letter, .wait(until: later(second + 1))))
        }
        player.peerClosed()
        #expect(player.next(at: later(9)) == .close)
    }

    @Test(arguments: [0, 1, 3, 100_000, 100_001]) func `Repeated bytes come the number of times asked for`(times: Int) {
        var player = ScriptPlayer(atAccept: [.atAccept, .repeating(Array("xyz".utf8), times: times), .close])
        let (text, end) = written(&player, at: start)
        #expect(text == String(repeating: "xyz", count: times))
        #expect(end == .close)
    }

    @Test func `A stall ends when the peer goes, in a close`() {
        var player = ScriptPlayer(atAccept: [.atAccept, .stall, .send("never")])
        #expect(player.next(at: start.advanced(by: .seconds(3600))) == .wait(until: nil))
        player.peerClosed()
        #expect(player.next(at: start) == .close)
    }

    @Test func `Each way to end is asked for once, in order`() {
        var player = ScriptPlayer(atAccept: [.atAccept, .stopReading, .halfClose, .reset])
        #expect(player.next(at: start) == .stopReading)
        #expect(player.next(at: start) == .halfClose)
        #expect(player.next(at: start) == .reset)
    }
}
