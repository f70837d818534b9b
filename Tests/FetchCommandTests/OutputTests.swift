import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

/// Where `fetch URL` writes.
@Suite(.inTurn) struct `Output` {
    private let names = Set(["input", "output", "errors"])

    private func process(_ server: LoopbackServer, _ arguments: String...) throws -> FetchProcess {
        try FetchProcess([server.url().absoluteString] + arguments)
    }

    @Test func `a complete reply becomes the file and nothing else`() async throws {
        let server = try LoopbackServer(.reply(body: "new"))
        let process = try process(server, "-o", "file")
        try process.start()
        let outcome = await process.outcome()
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty)
        #expect(try Data(contentsOf: process.folder.appendingPathComponent("file")) == Data("new".utf8))
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: process.folder.path)) == names.union(["file"]))
    }

    @Test func `a failed fetch leaves the file as it was and nothing beside it`() async throws {
        let server = try LoopbackServer([.head(status: 200, ["Content-Length": "9"]), .send("new"), .close])
        let process = try process(server, "-o", "file")
        let file = process.folder.appendingPathComponent("file")
        try Data("old".utf8).write(to: file)
        try process.start()
        #expect(await process.outcome().code == 56)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: process.folder.path)) == names.union(["file"]))
    }

    @Test func `a file that is replaced keeps its permissions and the link to it`() async throws {
        let server = try LoopbackServer(.reply(body: "new"))
        let process = try process(server, "-o", "link")
        let file = process.folder.appendingPathComponent("file")
        try Data("old".utf8).write(to: file)
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let link = process.folder.appendingPathComponent("link").path
        try files.createSymbolicLink(atPath: link, withDestinationPath: "file")
        try process.start()
        #expect(await process.outcome().code == 0)
        #expect(try Data(contentsOf: file) == Data("new".utf8))
        #expect(try files.destinationOfSymbolicLink(atPath: link) == "file")
        #expect(try files.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber == 0o600)
    }

    @Test func `a device is written to and stays`() async throws {
        let server = try LoopbackServer(.reply(body: "gone"))
        #expect(try await FetchProcess.run(server.url().absoluteString, "-o", "/dev/null").code == 0)
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
        let full = try await FetchProcess.run(server.url().absoluteString, "-o", "/dev/full")
        #expect(full.code == 23)
        #expect(full.errors.hasPrefix("fetch: cannot write /dev/full: "))
    }

    @Test func `a reader that stops reading ends the program quietly`() async throws {
        let server = try LoopbackServer([.reply(body: [UInt8](repeating: 65, count: 1 << 20))])
        let outcome = try await FetchProcess.runIntoClosedPipe([server.url().absoluteString])
        #expect(outcome.code == 23)
        #expect(outcome.errors.isEmpty)
    }

    @Test func `verbose tells heads and cost on standard error, without credentials`() async throws {
        let server = try LoopbackServer(.reply(headers: ["X-Seen": "yes"], body: "abc"))
        let outcome = try await FetchProcess.run(
            server.url("/a").absoluteString, "-v", "-H", "Authorization: Bearer secret", "-H", "X-Plain: shown")
        #expect(outcome.code == 0)
        #expect(outcome.text == "abc")
        #expect(outcome.errorLines.first == "> GET \(server.url("/a").absoluteString)")
        #expect(outcome.errorLines.contains("> X-Plain: shown"))
        #expect(outcome.errorLines.contains("< HTTP/1.1 200"))
        #expect(outcome.errorLines.contains("< X-Seen: yes"))
        #expect(outcome.errorLines.contains { $0.hasPrefix("* received") && $0.contains(", 3 of body") })
        #expect(!outcome.errors.contains("secret"))
        #expect(server.journal.requests.first?.headers["Authorization"] == "Bearer secret")
    }
}
