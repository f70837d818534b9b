import FetchCurl
import FetchKit
import FetchTesting
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RealServers {
    /// Servers that agree on HTTP/2 and then send what nobody should.
    @Suite(.needs("nginx", "libnginx-mod-stream", "openssl")) struct HostileHTTP2Tests {
        /// What a server sends once the request is there, and never stops.
        enum Flood: String, CaseIterable, CustomTestStringConvertible {
            case pings, settings, emptyData, windowUpdates, priorities, unknownFrames, pingsAmidBody

            var testDescription: String { rawValue }

            var steps: [Script.Step] {
                switch self {
                case .pings: [.endless(.ping)]
                case .settings: [.endless(.settings)]
                case .emptyData: [.send(.head(status: 200)), .endless(.data(""))]
                case .windowUpdates: [.send(.head(status: 200)), .endless(.windowUpdate(1))]
                case .priorities:
                    [
                        .send(.head(status: 200)),
                        .endless(HTTP2Frame(type: 2, stream: 1, payload: [0, 0, 0, 0, 16])),
                    ]
                case .unknownFrames:
                    [.endless(HTTP2Frame(type: 0x77, stream: 1, payload: Array(repeating: 0, count: 99)))]
                case .pingsAmidBody: [.send(.head(status: 200)), .send(.data("x")), .endless(.ping)]
                }
            }
        }

        /// A reply that breaks HTTP/2 (RFC 9113), and none of which is a success.
        enum Breach: String, CaseIterable, CustomTestStringConvertible {
            case shorterThanDeclared, longerThanDeclared, cutOff, farewellAmidBody, dataBeforeHead
            case windowUpdateOfNothing, resetOfAnIdleStream, frameTooLarge, dataOnAnIdleStream, windowOverflow, promise
            case chunked, connectionField, upperCaseField, twoStatuses, noStatus, statusNotNumeric
            case twoLengths, negativeLength, bodyOf204, lineOfHTTP1

            var testDescription: String { rawValue }

            var steps: [Script.Step] {
                func fields(_ name: String, _ value: String) -> [Script.Step] {
                    [.send(.headers([(":status", "200"), (name, value)])), .send(.data("hello", endsStream: true))]
                }
                func amidBody(_ frame: HTTP2Frame) -> [Script.Step] {
                    [.send(.head(status: 200)), .send(.data("hello")), .send(frame)]
                }
                return switch self {
                case .shorterThanDeclared: fields("content-length", "10")
                case .longerThanDeclared: fields("content-length", "3")
                case .twoLengths:
                    [
                        .send(.headers([(":status", "200"), ("content-length", "5"), ("content-length", "6")])),
                        .send(.data("hello", endsStream: true)),
                    ]
                case .negativeLength: fields("content-length", "-5")
                case .chunked: fields("transfer-encoding", "chunked")
                case .connectionField: fields("connection", "close")
                case .upperCaseField: fields("X-Upper", "1")
                case .twoStatuses: fields(":status", "200")
                case .noStatus: [.send(.headers([("a", "b")], endsStream: true))]
                case .statusNotNumeric: [.send(.headers([(":status", "2x0")], endsStream: true))]
                case .bodyOf204: [.send(.head(status: 204)), .send(.data("hello", endsStream: true))]
                case .cutOff: [.send(.head(status: 200)), .send(.data("hello")), .close]
                case .farewellAmidBody: amidBody(.goAway(lastStream: 0))
                case .dataBeforeHead: [.send(.data("hello", endsStream: true))]
                case .windowUpdateOfNothing: amidBody(.windowUpdate(0))
                case .resetOfAnIdleStream: amidBody(.reset(0, stream: 99))
                case .frameTooLarge:
                    amidBody(HTTP2Frame(type: 0, stream: 1, payload: Array(repeating: 0, count: 70_000)))
                case .dataOnAnIdleStream: amidBody(.data("x", stream: 9))
                case .windowOverflow: amidBody(.windowUpdate(0x7fff_ffff))
                case .promise: amidBody(HTTP2Frame(type: 5, flags: 4, stream: 1, payload: [0, 0, 0, 2, 0x88]))
                case .lineOfHTTP1: [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")]
                }
            }
        }

        private let authority: CertificateAuthority
        private let identity: CertificateAuthority.Identity
        private let client: RealClient
        private let policy = FetchPolicy(budget: 1 << 20, idleTimeout: .seconds(1), deadline: .seconds(4))

        init() async throws {
            authority = try await CertificateAuthority.make()
            identity = try await authority.sign("127.0.0.1")
            client = .curl(trusting: authority)
        }

        /// Once the client's preface and its request have come, which it sends together.
        private func server(_ steps: [Script.Step], overHTTP1: Script = [.reset]) throws -> LoopbackServer {
            let script = Script([.pause(.milliseconds(100)), .send(.settings)] + steps + [.stall])
            return try LoopbackServer(respond: { $0.method == "PRI" ? script : overHTTP1 })
        }

        private func fetch(_ servers: [LoopbackServer], _ body: ([URL]) async throws -> Void) async throws {
            try await Nginx.startTLS(before: servers, showing: identity).use { nginx in
                try await body(nginx.ports.map { try #require(URL(string: "https://127.0.0.1:\($0)/")) })
            }
        }

        @Test(.timeLimit(.minutes(2)), arguments: Flood.allCases)
        func `a flood of frames that carry nothing ends, and holds up nobody`(flood: Flood) async throws {
            let other = try LoopbackServer([.reply(body: "ok")])
            try await fetch([server(flood.steps)]) { urls in
                async let flooded = client.fetch(urls[0], policy: policy)
                let start = ContinuousClock.now
                var slowest = Duration.zero
                while start.duration(to: .now) < .seconds(1) {
                    let (asked, result) = (ContinuousClock.now, try await client.fetch(other.url()))
                    #expect(try result.get().body == Data("ok".utf8))
                    slowest = max(slowest, asked.duration(to: .now))
                }
                let failure = try await flooded.failure
                let took = start.duration(to: .now)
                print("\(flood): \(String(describing: failure)) after \(took); the slowest other took \(slowest)")
                #expect(failure != nil)
                #expect(took < .seconds(15))
                #expect(slowest < .seconds(10))
            }
        }

        @Test(.timeLimit(.minutes(2)))
        func `what breaks HTTP2 is a failure`() async throws {
            let breaches = Breach.allCases
            try await fetch(breaches.map { try server($0.steps) }) { urls in
                try await withThrowingTaskGroup { group in
                    for (breach, url) in zip(breaches, urls) {
                        group.addTask {
                            let result = try await client.fetch(url, policy: policy)
                            #expect(result.failure != nil, "\(breach): \(result)")
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }

        @Test func `a field cannot bring another in its value`() async throws {
            let head = HTTP2Frame.headers([(":status", "200"), ("x-a", "1\r\nx-b: 2")])
            try await fetch([server([.send(head), .send(.data("hello", endsStream: true))])]) { urls in
                guard case .success(let reply) = try await client.fetch(urls[0], policy: policy) else { return }
                #expect(reply.headers["x-b"] == nil)
            }
        }

        @Test func `what may be cut short is asked for once more, over HTTP1`() async throws {
            let broken: [Script.Step] = [
                .send(.head(status: 200)), .send(.data("hel")), .endless(.windowUpdate(0)),
            ]
            try await fetch([server(broken, overHTTP1: .reply(body: "hello"))]) { urls in
                let result = try await client.fetch(urls[0], policy: policy)
                // Later ones say themselves that the connection broke.
                guard CurlBackend.libraryVersion.compare("8.1.0", options: .numeric) == .orderedAscending else {
                    return #expect(result.failure == .transport(.networkConnectionLost))
                }
                #expect(try result.get().body == Data("hello".utf8))
            }
        }

        @Test func `a farewell with the last reply is no failure`() async throws {
            for length in [[], [("content-length", "5")]] {
                let farewell: [Script.Step] = [
                    .send(.goAway(lastStream: 1)), .send(.headers([(":status", "200")] + length)),
                    .send(.data("hello", endsStream: true)),
                ]
                try await fetch([server(farewell, overHTTP1: .reply(body: "hello"))]) { urls in
                    let reply = try await client.fetch(urls[0], policy: policy).get()
                    #expect(reply.body == Data("hello".utf8))
                }
            }
        }
    }
}

extension Result<FetchReply, FetchFailure> {
    fileprivate var failure: FetchFailure? { if case .failure(let failure) = self { failure } else { nil } }
}
