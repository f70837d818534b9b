import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import FetchKit

@Suite struct `Reply flow` {
    private let head = ResponseHead(status: 200, headers: FetchHeaders())

    private func reply(_ body: String = "") throws -> FetchReply {
        FetchReply(status: 201, body: Data(body.utf8), url: try #require(URL(string: "http://h/")))
    }

    /// What the next take finds, as text: a piece, `end`, a failure's description, or `nothing`.
    private func take(_ flow: inout ReplyFlow) -> String {
        switch flow.take().found {
        case .value(let piece): String(decoding: piece, as: UTF8.self)
        case .end(let failure): failure?.description ?? "end"
        case .nothing: "nothing"
        }
    }

    @Test func `pieces come in order, joined while they wait, and then the end`() throws {
        var flow = ReplyFlow(window: 100)
        flow.open(head)
        #expect(take(&flow) == "nothing")
        flow.leave(Data("a".utf8))
        #expect(take(&flow) == "a")
        flow.leave(Data("b".utf8))
        flow.leave(Data("c".utf8))
        flow.end(.success(try reply()))
        #expect(flow.receipt == FetchReceipt())
        #expect(take(&flow) == "bc")
        #expect(take(&flow) == "end")
        #expect(take(&flow) == "end")
    }

    @Test func `a failure comes after the pieces, and the first end counts`() throws {
        var flow = ReplyFlow(window: 100)
        flow.leave(Data("a".utf8))
        flow.end(.failure(.overBudget(limit: 1)))
        flow.end(.success(try reply("late")))
        flow.leave(Data("late".utf8))
        #expect(flow.receipt == nil)
        #expect(take(&flow) == "a")
        #expect(take(&flow) == FetchFailure.overBudget(limit: 1).description)
    }

    @Test func `room is made once, when half of a full window is free`() {
        var flow = ReplyFlow(window: 40_000)
        flow.leave(Data(count: 20_000))
        #expect(flow.take().makesRoom == false)
        for _ in 0..<2 { flow.leave(Data(count: 20_000)) }
        #expect(flow.room == 0)
        flow.leave(Data(count: 20_000))
        #expect(flow.room == -20_000)
        #expect(flow.take().makesRoom == false)
        #expect(flow.take().makesRoom == true)
        #expect(flow.take().makesRoom == false)
    }

    @Test func `a cut drops what waits, and a reader that comes later finds it cancelled`() throws {
        for ended in [false, true] {
            var flow = ReplyFlow(window: 100)
            flow.leave(Data("a".utf8))
            if ended { flow.end(.success(try reply())) }
            flow.cut()
            #expect(take(&flow) == FetchFailure.transport(.cancelled).description)
            #expect((flow.receipt != nil) == ended)
        }
    }

    @Test func `a collected reply is a stream of one piece`() throws {
        var flow = ReplyFlow(window: 100)
        flow.end(.success(try reply("whole")))
        #expect(flow.head?.status == 201)
        #expect(take(&flow) == "whole")
        #expect(take(&flow) == "end")
    }

    @Test func `an end without a head is the head's failure`() {
        var flow = ReplyFlow(window: 100)
        guard case .nothing = flow.foundHead else { return #expect(Bool(false)) }
        flow.end(.failure(.transport(.timedOut)))
        guard case .end(.transport(.timedOut)) = flow.foundHead else { return #expect(Bool(false)) }
    }

    @Test func `a small trickle that nobody takes costs no more than its bytes`() {
        var flow = ReplyFlow(window: 1 << 20)
        for _ in 0..<100_000 { flow.leave(Data([0])) }
        var pieces = 0
        while case .value = flow.take().found { pieces += 1 }
        #expect(pieces <= 100_000 / 8192)
    }
}
