import FetchKit
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

@Suite(.inTurn) struct OutsideProgramTests {
    private let policy = FetchPolicy(budget: 65_536, idleTimeout: .milliseconds(300), deadline: .milliseconds(2500))

    @Test func `Each place is filled once, within its own word`() throws {
        let program = try OutsideProgram(
            "x", command: "/bin/sh 'a {url} b' --budget={budget} {idle} {deadline} {idle-whole} %{http_code} {no}")
        // A place's name within a value stays what it is.
        let url = try #require(URL(string: "http://127.0.0.1/?%7Bbudget%7D"))
        #expect(
            program.arguments(url: url, policy: policy) == [
                "a http://127.0.0.1/?%7Bbudget%7D b", "--budget=65536", "0.3", "2.5", "1", "%{http_code}", "{no}",
            ])
    }

    @Test(arguments: [
        ("", "the command is empty"), ("/bin/sh x", "no argument of the command holds {url}"),
        ("no-such-program-here {url}", "there is no program 'no-such-program-here'"),
        ("./no-such {url}", "there is no program './no-such'"), ("sh '{url}", "the command has no second '"),
    ])
    func `A command that cannot be run is told in one line`(command: String, reason: String) {
        #expect(throws: OutsideProgram.Fault(reason)) { try OutsideProgram("x", command: command) }
    }

    @Test func `A program is found where the system looks for it`() throws {
        let program = try OutsideProgram("x", command: "sh {url}")
        #expect(program.executable.path.hasSuffix("/sh"))
    }

    @Test func `One plain GET can be put to a program, and what cannot says why`() {
        let plain = Scenario.all.filter { $0.obstacleToPrograms == nil }
        #expect(plain.contains { $0.name == "lesson-large" })
        #expect(plain.allSatisfy { $0.action == .once && $0.requests[0].method == "GET" && $0.memory == nil })
        for name in ["lesson-three-routes", "lesson-cancel-large", "requests-put-20-mb", "requests-own-accept"] {
            #expect(!plain.contains { $0.name == name }, "\(name)")
        }
    }
}
