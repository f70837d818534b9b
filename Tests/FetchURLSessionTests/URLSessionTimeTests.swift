import FetchKit
import FetchTesting
import FetchURLSession
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionTests {
    @Suite("Time") struct Time {
        enum Silence: CaseIterable {
            case fromTheStart, afterTheHead, amidTheBody

            var script: Script {
                switch self {
                case .fromTheStart: [.stall]
                case .afterTheHead: [Time.head, .stall]
                case .amidTheBody: [Time.head, .repeating([120], times: 1_000_000), .stall]
                }
            }
        }

        static let head = Script.Step.head(status: 200, ["Content-Length": "4000000"])

        /// How long an exchange ran until it timed out, as its own receipt says, and how late the machine was meanwhile.
        private func timeToFail(
            _ script: Script, _ policy: FetchPolicy, ownTimeout: Double? = nil
        ) async throws -> (time: Duration, lateness: Duration) {
            let machine = MachineLateness()
            let server = try LoopbackServer(script)
            var request = URLRequest(url: server.url())
            if let ownTimeout { request.timeoutInterval = ownTimeout }
            let total = Mutex<Duration?>(nil)
            let fetch = BudgetedFetch(policy: policy, backend: .urlSession) { diagnosis in
                total.withLock { $0 = diagnosis.receipt.total }
            }
            await #expect(throws: FetchFailure.transport(.timedOut)) { try await fetch.run(request) }
            return (try #require(total.withLock { $0 }), machine.end())
        }

        @Test(arguments: Silence.allCases)
        func `silence ends the exchange at the idle timeout`(silence: Silence) async throws {
            let policy = FetchPolicy(budget: 4_000_000, idleTimeout: .milliseconds(300))
            let (time, lateness) = try await timeToFail(silence.script, policy)
            // The megabyte before the silence takes its own time.
            let burst: Duration = silence == .amidTheBody ? .milliseconds(500) : .zero
            #expect(time >= .milliseconds(300))
            #expect(time <= .milliseconds(450) + burst + lateness)
        }

        @Test func `the request's own timeout keeps its fraction of a second`() async throws {
            let (time, lateness) = try await timeToFail([.stall], FetchPolicy(budget: 1), ownTimeout: 0.3)
            #expect(time >= .milliseconds(300))
            #expect(time <= .milliseconds(450) + lateness)
        }

        @Test func `the deadline ends an exchange that is never silent`() async throws {
            let script: Script = [Self.head, .trickle("x", every: .milliseconds(50), endless: true)]
            let policy = FetchPolicy(budget: 4_000_000, idleTimeout: .milliseconds(900), deadline: .seconds(1))
            let (time, lateness) = try await timeToFail(script, policy)
            #expect(time >= .seconds(1))
            #expect(time <= .milliseconds(1150) + lateness)
        }
    }
}
