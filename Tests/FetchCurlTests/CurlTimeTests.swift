import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `Curl timeouts` {
    private let window = Duration.milliseconds(150)

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
                    let (answer, time) = await fixture.run(policy: FetchPolicy(budget: 2 << 20, idleTimeout: idle))
                    #expect(answer.failure == .transport(.timedOut))
                    #expect((idle...(idle + window + .milliseconds(50))).contains(time))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a request's own timeout replaces the idle timeout, to a fraction of a second`() async throws {
        let fixture = try CurlFixture([.stall])
        let (answer, time) = await fixture.run { $0.timeoutInterval = 0.3 }
        #expect(answer.failure == .transport(.timedOut))
        #expect((.milliseconds(300)...(.milliseconds(300) + window)).contains(time))
    }

    @Test func `a trickle is not silence, whatever it is a trickle of`() async throws {
        let policy = FetchPolicy(budget: 100, idleTimeout: .seconds(1))
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
        let (answer, time) = await fixture.run(policy: FetchPolicy(budget: 100, deadline: .seconds(1)))
        #expect(answer.failure == .transport(.timedOut))
        #expect((.seconds(1)...(.seconds(1) + window)).contains(time))
        #expect(fixture.diagnoses.all.first?.reason.contains("deadline") == true)
    }

    @Test func `a connection that is never made is silence too`() async throws {
        var options = LoopbackServer.Options()
        options.accepting = .backlogFull
        let server = try LoopbackServer([.stall], options: options)
        let fixture = CurlFixture(server)
        let (answer, time) = await fixture.run(policy: FetchPolicy(budget: 1, idleTimeout: .milliseconds(400)))
        #expect(answer.failure == .transport(.timedOut))
        #expect((.milliseconds(400)...(.milliseconds(400) + window)).contains(time))
    }
}
