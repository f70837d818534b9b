import FetchKit
import TestTurns
import Testing

@testable import FetchCurl

@Suite(.inTurn) struct `Cold starts` {
    private let start = MonotonicInstant.now
    private func admit(_ slots: Range<Int>, to origin: String, of starts: inout ColdStarts) -> [Bool] {
        var answers: [Bool] = []
        for slot in slots { answers.append(starts.admit(slot, to: origin, at: start)) }
        return answers
    }

    private func after(_ time: Duration) -> MonotonicInstant { start.advanced(by: time) }

    @Test func `the first starts, the rest when it is connected, in order`() {
        var starts = ColdStarts()
        let found1 = admit(0..<4, to: "a:443", of: &starts)
        #expect(found1 == [true, false, false, false])
        let found2 = starts.admit(9, to: "b:443", at: start)
        #expect(found2)
        let found3 = starts.connected(to: "a:443")
        #expect(found3 == [1, 2, 3])
        let found4 = starts.connected(to: "a:443")
        #expect(found4 == [])
        let found5 = starts.admit(4, to: "a:443", at: start)
        #expect(found5)
    }

    @Test func `the first's end lets the rest go, another's does not`() {
        var starts = ColdStarts()
        for slot in 0..<3 { _ = starts.admit(slot, to: "a", at: start) }
        let found6 = starts.ended(1, to: "a")
        #expect(found6 == [])
        let found7 = starts.ended(0, to: "b")
        #expect(found7 == [])
        let found8 = starts.ended(0, to: "a")
        #expect(found8 == [1, 2])
    }

    @Test func `nobody waits longer than the limit`() {
        var starts = ColdStarts()
        _ = starts.admit(0, to: "a", at: start)
        #expect(starts.next == nil)
        _ = starts.admit(1, to: "a", at: after(.milliseconds(300)))
        #expect(starts.next == after(ColdStarts.longestWait))
        let found9 = starts.due(by: after(ColdStarts.longestWait - .nanoseconds(1)))
        #expect(found9 == [])
        let found10 = starts.due(by: after(ColdStarts.longestWait))
        #expect(found10 == [1])
        #expect(starts.next == nil)
    }

    @Test func `an origin of HTTP/1.1 is not waited for, until it speaks HTTP/2`() {
        var starts = ColdStarts()
        starts.learn("a", isShared: false)
        let found11 = admit(0..<3, to: "a", of: &starts)
        #expect(found11 == [true, true, true])
        starts.learn("a", isShared: true)
        let found12 = admit(0..<3, to: "a", of: &starts)
        #expect(found12 == [true, false, false])
    }

    @Test func `what is remembered is bounded`() {
        var starts = ColdStarts()
        for number in 0...ColdStarts.mostRemembered { starts.learn("\(number)", isShared: false) }
        let found13 = admit(0..<2, to: "0", of: &starts)
        #expect(found13 == [true, false])
    }
}
