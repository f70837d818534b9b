import Foundation
import Testing

@testable import FetchKit

@Suite("The decision to reconnect") struct ReconnectionTests {
    private typealias Happening = Reconnection.Happening
    private typealias Step = Reconnection.Step

    private static let start = ContinuousClock.now
    private static let eventStream = Happening.head(status: 200, [("Content-Type", "text/event-stream")])
    private static let lost = Happening.end(.transport(.networkConnectionLost))
    private static let rejected = FetchFailure.transport(.badServerResponse)

    /// A machine, its clock, and what it said last.
    private struct Course {
        var machine: Reconnection
        var now = ReconnectionTests.start

        init(_ policy: ReconnectionPolicy = ReconnectionPolicy(deadline: .seconds(1000)), lastEventID: String = "") {
            machine = Reconnection(policy: policy, lastEventID: lastEventID, start: now)
        }

        mutating func step(_ happening: Happening) -> Step { machine.step(after: happening, at: now) }

        /// The wait after something happened, or `nil` where there is none.
        mutating func wait(after happenings: Happening...) -> Duration? {
            guard case .wait(let until)? = happenings.map({ step($0) }).last else { return nil }
            return now.duration(to: until)
        }

        /// The failure after something happened, or `nil` where it goes on.
        mutating func failure(after happening: Happening) -> (failure: FetchFailure, reason: String)? {
            guard case .fail(let failure, let reason) = step(happening) else { return nil }
            return (failure, reason ?? "")
        }
    }

    // MARK: Heads

    @Test(arguments: [
        "text/event-stream", "text/event-stream;charset=utf-8", "text/event-stream ; charset=latin1",
        "Text/Event-Stream",
    ])
    func `a 200 with the right content type is read`(type: String) {
        var course = Course()
        #expect(course.step(.due) == .connect(within: .seconds(1000)))
        #expect(course.step(.head(status: 200, [("Content-Type", type)])) == .read)
        #expect(course.step(.event) == .read)
    }

    @Test(arguments: [nil, "", "text/html", "application/json", "text/event-streams", "x text/event-stream"])
    func `a 200 with another content type fails for good`(type: String?) {
        var course = Course()
        let failed = course.failure(after: .head(status: 200, type.map { [("Content-Type", $0)] } ?? []))
        #expect(failed?.failure == Self.rejected)
        #expect(failed?.reason.contains("content type") == true)
    }

    @Test func `a 204 ends the sequence`() {
        var course = Course()
        #expect(course.step(.head(status: 204, [])) == .finish)
    }

    @Test(arguments: [199, 201, 206, 300, 304, 400, 401, 404, 410, 501, 505, 999])
    func `another status fails for good, whatever its content type`(status: Int) {
        var course = Course()
        let head = Happening.head(status: status, [("Content-Type", "text/event-stream"), ("Retry-After", "1")])
        let failed = course.failure(after: head)
        #expect(failed?.failure == Self.rejected)
        #expect(failed?.reason.contains("\(status)") == true)
    }

    // MARK: Waits

    @Test(arguments: [429, 500, 502, 503, 504]) func `a status that passes is waited for`(status: Int) {
        var course = Course()
        #expect(course.wait(after: .due, .head(status: status, [])) == .seconds(3))
        #expect(course.wait(after: .due, .head(status: status, [("Retry-After", "7")])) == .seconds(7))
    }

    @Test(
        arguments: [
            ("0", .milliseconds(100)), ("Thu, 01 Jan 1970 00:00:00 GMT", .milliseconds(100)), ("59", .seconds(59)),
            ("60", .seconds(60)), ("61", .seconds(60)), ("9999999999", .seconds(60)), ("-1", .seconds(3)),
            ("1.5", .seconds(3)), ("junk", .seconds(3)), ("Thu, 01 Jan 1970 00:17:00 GMT", .seconds(20)),
        ] as [(String, Duration)])
    func `a Retry-After is held between its shortest and the longest wait, and an invalid one ignored`(
        value: String, wait: Duration
    ) {
        var course = Course()
        let head = Happening.head(status: 503, FetchHeaders([("Retry-After", value)]), date: 1000)
        #expect(course.wait(after: .due, head) == wait)
    }

    @Test func `an end after an event waits for the retry time alone, however often`() {
        var course = Course()
        for _ in 0..<10 {
            #expect(course.wait(after: .due, Self.eventStream, .event, .end(nil)) == .seconds(3))
            #expect(course.wait(after: .due, Self.eventStream, .event, Self.lost) == .seconds(3))
        }
    }

    @Test func `each connection in a row that brings no event doubles the wait, up to the longest`() {
        var course = Course()
        let waits = (0..<100).map { _ in course.wait(after: .due, Self.lost) }
        let doubled: [Duration?] = [3, 6, 12, 24, 48, 60, 60].map { .seconds($0) }
        #expect(Array(waits.prefix(7)) == doubled)
        #expect(waits.dropFirst(7).allSatisfy { $0 == .seconds(60) })
        #expect(course.wait(after: .due, Self.eventStream, .event, .end(nil)) == .seconds(3))
    }

    @Test func `an empty stream is no success`() {
        var course = Course()
        #expect(course.wait(after: .due, Self.eventStream, .end(nil)) == .seconds(3))
        #expect(course.wait(after: .due, Self.eventStream, .end(nil)) == .seconds(6))
    }

    @Test(
        arguments: [
            (.milliseconds(1500), .milliseconds(1500)), (.zero, .milliseconds(100)), (nil, .seconds(3)),
            (.seconds(61), .seconds(60)), (FetchPolicy.longestTime, .seconds(60)),
        ] as [(Duration?, Duration)])
    func `the server's retry time replaces the policy's, within bounds`(retry: Duration?, wait: Duration) {
        var course = Course()
        course.machine.note(lastEventID: "", retry: retry)
        #expect(course.wait(after: .due, Self.eventStream, .event, .end(nil)) == wait)
        course.machine.note(lastEventID: "", retry: nil)
        #expect(course.wait(after: .due, Self.eventStream, .event, .end(nil)) == wait)
    }

    @Test func `the caller's own waits may be shorter than what a server can ask for`() {
        var course = Course(
            ReconnectionPolicy(deadline: .seconds(9), retry: .milliseconds(1), longestWait: .milliseconds(2)))
        #expect(course.wait(after: .due, Self.lost) == .milliseconds(1))
        #expect(course.wait(after: .due, .head(status: 503, [("Retry-After", "9")])) == .milliseconds(2))
    }

    // MARK: Failures

    @Test(
        arguments: [
            .networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet,
            .timedOut, .unknown,
        ] as [URLError.Code])
    func `a lost connection is made again`(code: URLError.Code) {
        var course = Course()
        #expect(course.wait(after: .due, .end(.transport(code))) == .seconds(3))
    }

    @Test(
        arguments: [
            .overBudget(limit: 1), .redirectRefused(status: 302), .transport(.cancelled), .transport(.badURL),
            .transport(.unsupportedURL), .transport(.badServerResponse), .transport(.dataLengthExceedsMaximum),
            .transport(.serverCertificateUntrusted), .transport(.secureConnectionFailed),
            .transport(.cannotDecodeContentData), .transport(.cannotParseResponse),
        ] as [FetchFailure])
    func `any other failure is final, and passes unchanged`(failure: FetchFailure) {
        var course = Course()
        #expect(course.step(.due) == .connect(within: .seconds(1000)))
        #expect(course.step(.end(failure)) == .fail(failure, reason: nil))
    }

    // MARK: The deadline and the last event's ID

    @Test func `a connection is granted what is left of the deadline`() {
        var course = Course(ReconnectionPolicy(deadline: .seconds(10)))
        course.now += .seconds(4)
        #expect(course.step(.due) == .connect(within: .seconds(6)))
        course.now += .milliseconds(5999)
        #expect(course.step(.due) == .connect(within: .milliseconds(1)))
    }

    @Test func `at the deadline nothing more is opened`() {
        var course = Course(ReconnectionPolicy(deadline: .seconds(10)))
        course.now += .seconds(10)
        let failed = course.failure(after: .due)
        #expect(failed?.failure == .transport(.timedOut))
        #expect(failed?.reason.contains("deadline of 10.0 seconds") == true)
    }

    @Test func `a wait that would reach the deadline is not begun`() {
        var course = Course(ReconnectionPolicy(deadline: .seconds(10)))
        course.now += .milliseconds(6999)
        #expect(course.wait(after: .due, Self.lost) == .seconds(3))
        course = Course(ReconnectionPolicy(deadline: .seconds(10)))
        course.now += .seconds(7)
        _ = course.step(.due)
        #expect(course.failure(after: Self.lost)?.failure == .transport(.timedOut))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func `a deadline that is over opens nothing`(deadline: Duration) {
        var course = Course(ReconnectionPolicy(deadline: deadline))
        #expect(course.failure(after: .due)?.failure == .transport(.timedOut))
    }

    @Test func `no time a policy can express traps`() {
        let policy = ReconnectionPolicy(
            deadline: .seconds(Int64.max), retry: .seconds(Int64.max), longestWait: .seconds(Int64.max))
        var course = Course(policy)
        for _ in 0..<100 { _ = course.wait(after: .due, Self.lost) }
        #expect(policy.deadline == FetchPolicy.longestTime)
        #expect(policy.retry == FetchPolicy.longestTime)
    }

    @Test func `the last event's ID is the request's until a connection has said another`() {
        var course = Course(lastEventID: "41")
        #expect(course.machine.lastEventID == "41")
        course.machine.note(lastEventID: "42", retry: nil)
        #expect(course.machine.lastEventID == "42")
        course.machine.note(lastEventID: "", retry: nil)
        #expect(course.machine.lastEventID.isEmpty)
    }
}

extension Reconnection.Happening {
    fileprivate static func head(status: Int, _ fields: [(String, String)]) -> Self {
        .head(status: status, FetchHeaders(fields), date: 0)
    }
}
