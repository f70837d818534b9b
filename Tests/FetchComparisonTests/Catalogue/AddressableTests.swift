import FetchComparison
import Foundation
import TestTurns
import Testing

/// A test's arguments are no part of its name, so each scenario is a test of its own: `swift test --filter NAME`.
@Suite(.inTurn) struct AddressableTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func `Every scenario has its test, named after it`() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        let tests = try files.filter { $0.lastPathComponent.hasSuffix("OnCurl.swift") }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /func `([a-z0-9-]+)`/).map { String($0.1) }
        }
        let names = Scenario.all.map(\.name)
        let missing = names.filter { !tests.contains($0) }
        let lines = missing.map { "    @Test func `\($0)`() async { await expectMatchOnCurl() }\n" }.joined()
        #expect(missing.isEmpty, "add to the files beside this one:\n\(lines)")
        #expect(tests.filter { !names.contains($0) } == [], "these name no scenario")
        #expect(Set(tests).count == tests.count)
    }
}
