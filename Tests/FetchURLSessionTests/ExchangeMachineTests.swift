import FetchKit
import Foundation
import Testing

@testable import FetchURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The machine of one exchange") struct ExchangeMachineTests {
    static let start = MonotonicInstant.now

    private func machine(budget: Int = 10) throws -> ExchangeMachine {
        let request = URLRequest(url: try #require(URL(string: "http://h/")))
        return ExchangeMachine(FetchExchange(request: request, policy: FetchPolicy(budget: budget)), start: Self.start)
    }

    private func head(_ status: Int, _ fields: (String, String)...) -> ResponseHead {
        ResponseHead(status: status, headers: FetchHeaders(fields))
    }

    private func failure(_ ending: ExchangeMachine.Ending?) -> FetchFailure? {
        if case .failure(let failure) = ending?.outcome { failure } else { nil }
    }

    @Test func `a whole exchange is a reply and cuts nothing`() throws {
        var machine = try machine()
        #expect(machine.receive(.head(head(200, ("Content-Length", "4"))), at: Self.start).ending == nil)
        #expect(machine.receive(.body(Data("ab".utf8)), at: Self.start).ending == nil)
        #expect(machine.receive(.body(Data("cd".utf8)), at: Self.start).ending == nil)
        let completed = machine.receive(.completion(nil, nil), at: Self.start.advanced(by: .seconds(1))).ending
        let ending = try #require(completed)
        let reply = try ending.outcome.get()
        #expect(reply.body == Data("abcd".utf8))
        #expect(reply.receipt.total == .seconds(1))
        #expect(!ending.cutsWire)
    }

    @Test func `nothing after the ending is an ending`() throws {
        var machine = try machine(budget: 1)
        _ = machine.receive(.head(head(200)), at: Self.start)
        let ending = machine.receive(.body(Data("ab".utf8)), at: Self.start).ending
        #expect(failure(ending) == .overBudget(limit: 1))
        #expect(ending?.cutsWire == true)
        let fault = SessionFault(code: .unknown, reason: "")
        let later: [ExchangeMachine.Event] = [
            .head(head(302)), .body(Data("ab".utf8)), .sent(total: 1), .clock, .cancellation,
            .completion(nil, nil), .completion(fault, head(302)),
        ]
        for event in later {
            #expect(machine.receive(event, at: Self.start.advanced(by: .seconds(1000))).ending == nil)
            #expect(failure(machine.ending) == .overBudget(limit: 1))
        }
    }

    @Test func `a head that only the completion brings is judged`() throws {
        var machine = try machine()
        #expect(
            failure(machine.receive(.completion(nil, head(302)), at: Self.start).ending)
                == .redirectRefused(status: 302))
    }

    @Test func `a completion without a final head is no reply`() throws {
        var machine = try machine()
        _ = machine.receive(.head(head(103)), at: Self.start)
        let ending = machine.receive(.completion(nil, head(103)), at: Self.start).ending
        #expect(failure(ending) == .transport(.badServerResponse))
    }

    @Test func `endless interim replies cross the head budget`() throws {
        var machine = try machine()
        var ending: ExchangeMachine.Ending?
        for _ in 0..<5000 where ending == nil { ending = machine.receive(.head(head(100)), at: Self.start).ending }
        #expect(failure(ending) == .transport(.dataLengthExceedsMaximum))
    }

    @Test(
        arguments: [
            (.unknown, .networkConnectionLost), (.timedOut, .timedOut), (.cannotDecodeRawData, .cannotDecodeRawData),
        ] as [(URLError.Code, URLError.Code)])
    func `a vague fault of a short body is a lost connection`(code: URLError.Code, expected: URLError.Code) throws {
        var machine = try machine()
        _ = machine.receive(.head(head(200, ("Content-Length", "4"))), at: Self.start)
        let fault = SessionFault(code: code, reason: "")
        #expect(failure(machine.receive(.completion(fault, nil), at: Self.start).ending) == .transport(expected))
    }

    @Test func `a coded body is not measured by its declared length`() throws {
        var machine = try machine()
        let coded = head(200, ("Content-Length", "400"), ("Content-Encoding", "gzip"))
        _ = machine.receive(.head(coded), at: Self.start)
        _ = machine.receive(.body(Data("ab".utf8)), at: Self.start)
        let ending = machine.receive(.completion(nil, nil), at: Self.start).ending
        #expect(try ending?.outcome.get().body == Data("ab".utf8))
    }

    @Test(arguments: [(401, true), (407, true), (200, false)])
    func `an unanswered challenge is a reply`(status: Int, isReply: Bool) throws {
        var machine = try machine()
        _ = machine.receive(.head(head(status)), at: Self.start)
        let fault = SessionFault(code: .cancelled, reason: "")
        let ending = machine.receive(.completion(fault, nil), at: Self.start).ending
        #expect(failure(ending) == (isReply ? nil : .transport(.cancelled)))
    }

    @Test func `time and cancellation end an exchange and cut the wire`() throws {
        var idle = try machine()
        #expect(idle.receive(.clock, at: Self.start.advanced(by: .seconds(14))).ending == nil)
        #expect(failure(idle.receive(.clock, at: idle.nextExpiry).ending) == .transport(.timedOut))
        var sending = try machine()
        _ = sending.receive(.sent(total: 1), at: Self.start.advanced(by: .seconds(14)))
        #expect(sending.receive(.clock, at: Self.start.advanced(by: .seconds(20))).ending == nil)
        let cancelled = sending.receive(.cancellation, at: Self.start).ending
        #expect(failure(cancelled) == .transport(.cancelled))
        #expect(cancelled?.cutsWire == true)
    }
}
