import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct `Curl timeouts` {
    /// Whether an exchange ended at its limit: no earlier, and no later than 150 ms and what this machine is late itself.
    private func isPunctual(
        _ time: Duration, limit: Duration, on machine: MachineLateness, burst: Duration = .zero
    ) -> Bool {
        (limit...(limit + .milliseconds(150) + burst + machine.end())).contains(time)
    }

    @Test(arguments: [300, 500, 1000, 1900]) func `silence ends an exchange at exactly the idle timeout`(limit: Int)
        async throws
    {
        let scripts: [Script] = [
            [.stall], [.head(status: 200, ["Content-Length": "5"]), .send("a"), .stall],
            [.head(status: 200), .repeating([0], times: 1_000_000), .stall],
        ]
        try await withThrowingTaskGroup { group in
            for script in scripts {
                group.addTask {
                    let fixture = try CurlFixture(script)
                    let idle = Duration.milliseconds(limit)
                    let machine = MachineLateness()
                    let (answer, time) = await fixture.run(policy: FetchPolicy(budget: 2 << 20, idleTimeout: idle))
                    #expect(answer.failure == .transport(.timedOut))
                    #expect(isPunctual(time, limit: idle, on: machine, burst: .milliseconds(50)), "\(time)")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a request's own timeout replaces the idle timeout, to a fraction of a second`() async throws {
        let fixture = try CurlFixture([.stall])
        let machine = MachineLateness()
        let (answer, time) = await fixture.run { $0.timeoutInterval = 0.3 }
        #expect(answer.failure == .transport(.timedOut))
        #expect(isPunctual(time, limit: .milliseconds(300), on: machine), "\(time)")
    }

    @Test func `a trickle is not silence, whatever it is a trickle of`() async throws {
        let policy = FetchPolicy(budget: 100, idleTimeout: .seconds(2))
        let head = "HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nContent-Length: 4\r\n\r\n"
        let inHead = try CurlFixture([.trickle(head, by: 12, every: .milliseconds(500)), .send("body")])
        let inBody = try CurlFixture([
            .head(status: 200, ["Content-Length": "5"]), .trickle("abcde", every: .milliseconds(500)),
        ])
        async let head1 = inHead.run(policy: policy)
        async let body1 = inBody.run(policy: policy)
        #expect(await head1.answer.reply?.body.count == 4)
        #expect(await body1.answer.reply?.body.count == 5)
    }

    @Test func `the deadline ends a trickle`() async throws {
        let fixture = try CurlFixture([.head(status: 200), .trickle("x", every: .milliseconds(50), endless: true)])
        let machine = MachineLateness()
        let (answer, time) = await fixture.run(policy: FetchPolicy(budget: 100, deadline: .seconds(1)))
        #expect(answer.failure == .transport(.timedOut))
        #expect(isPunctual(time, limit: .seconds(1), on: machine), "\(time)")
        #expect(fixture.diagnoses.all.first?.reason.contains("deadline") == true)
    }

    @Test func `a connection that is never made is silence too`() async throws {
        var options = LoopbackServer.Options()
        options.accepting = .backlogFull
        let server = try LoopbackServer([.stall], options: options)
        let fixture = CurlFixture(server)
        let machine = MachineLateness()
        let (answer, time) = await fixture.run(policy: FetchPolicy(budget: 1, idleTimeout: .milliseconds(400)))
        #expect(answer.failure == .transport(.timedOut))
        #expect(isPunctual(time, limit: .milliseconds(400), on: machine), "\(time)")
    }

    @Test func `limits without end are limits like any other`() async throws {
        let fixture = try CurlFixture([.reply(body: "ok")])
        let endless = FetchPolicy(budget: .max, headBudget: .max, idleTimeout: .seconds(1e15), deadline: .seconds(1e15))
        #expect(await fixture.run(policy: endless).answer.reply?.status == 200)
    }
}
