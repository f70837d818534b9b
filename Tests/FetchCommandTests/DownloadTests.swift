import FetchKit
import FetchTesting
import Foundation
import Synchronization
import TestTurns
import Testing

@testable import FetchCommand

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `fetch URL -o FILE`, on its way and gone on with.
@Suite(.inTurn) struct `Download` {
    private static let entity = String((0..<40_000).map { Character(UnicodeScalar(UInt8(97 + $0 % 23))) })

    private static let half = entity.count / 2

    /// Serves the rest of the entity where that is asked for, and otherwise its first half, little by little.
    private func trickling() throws -> LoopbackServer {
        try LoopbackServer { request in
            let range = request.headers["Range"]?.dropFirst("bytes=".count).dropLast()
            guard let start = range.flatMap({ Int($0) }) else {
                return [
                    .head(status: 200, ["Content-Length": "\(Self.entity.count)", "ETag": "\"a\""]),
                    .trickle(String(Self.entity.prefix(Self.half)), by: 1_000, every: .milliseconds(10)), .stall,
                ]
            }
            let rest = String(Self.entity.dropFirst(start))
            let range206 = "bytes \(start)-\(Self.entity.count - 1)/\(Self.entity.count)"
            return .reply(status: 206, headers: ["Content-Range": range206, "ETag": "\"a\""], body: rest)
        }
    }

    @Test(arguments: Fetch.backends)
    func `killed at half and gone on with it is the same file`(backend: String) async throws {
        let server = try trickling()
        let arguments = [
            server.url().absoluteString, "-o", "file", "--continue", "--json", "--backend", backend,
        ]
        let killed = try FetchProcess(arguments)
        try killed.start()
        let part = killed.folder.appending(path: ".file.part").path
        let isHalf = await killed.waits { _ in
            let size = (try? FileManager.default.attributesOfItem(atPath: part))?[.size] as? NSNumber
            return size?.intValue == Self.half
        }
        try #require(isHalf)
        killed.send(SIGKILL)
        #expect(await killed.outcome().code == 128 + SIGKILL)
        #expect(killed.files == [".file.part", ".file.part-of"])

        let folder = killed.folder.path
        let program = FetchProcess.program().path
        let second = try FetchProcess(
            ["-c", #"cd "$0" && exec "$@""#, folder, program] + arguments, program: URL(fileURLWithPath: "/bin/sh"))
        try second.start()
        let outcome = await second.outcome()
        #expect(outcome.code == 0)
        #expect(try Data(contentsOf: killed.folder.appending(path: "file")) == Data(Self.entity.utf8))
        #expect(killed.files == ["file"])

        #expect(try outcome.json["resumedBytes"] as? Int == Self.half)
        #expect(server.journal.requests.map { $0.headers["Range"] } == [nil, "bytes=\(Self.half)-"])
        var digest = SHA256()
        digest.update(Self.entity.utf8)
        #expect(try outcome.json["sha256"] as? String == digest.hexDigest())
        #expect(try outcome.json["bytes"] as? Int == Self.entity.count)
    }

    @Test(arguments: Fetch.backends)
    func `a status that is no success becomes the file, but not one that is gone on with`(backend: String) async throws
    {
        let server = try LoopbackServer(.reply(status: 503, body: "later"))
        let url = server.url().absoluteString
        let plain = try FetchProcess([url, "-o", "file", "--backend", backend])
        try plain.start()
        #expect(await plain.outcome().code == 0)
        #expect(try String(contentsOf: plain.folder.appending(path: "file"), encoding: .utf8) == "later")

        let resuming = try FetchProcess([url, "-o", "file", "--continue", "--json", "--backend", backend])
        try "before".write(to: resuming.folder.appending(path: "file"), atomically: true, encoding: .utf8)
        try resuming.start()
        let outcome = await resuming.outcome()
        #expect(outcome.code == 22)
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("the server answered 503"))
        #expect(try outcome.json["status"] as? Int == 503)
        #expect(try outcome.json["bytes"] == nil)
        #expect(resuming.files == ["file"])
        #expect(try String(contentsOf: resuming.folder.appending(path: "file"), encoding: .utf8) == "before")
    }

    @Test func `a file's report has its digest`() async throws {
        let server = try LoopbackServer(.reply(body: "abc"))
        let json = try await FetchProcess.run(server.url().absoluteString, "-o", "file", "--json").json
        #expect(json["bytes"] as? Int == 3)
        #expect(json["sha256"] as? String == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(json["resumedBytes"] == nil)
    }

    @Test func `a file larger than the budget is 63, and nothing of it is left`() async throws {
        let server = try LoopbackServer([.head(status: 200), .repeating([65], times: 100_000), .close])
        let process = try FetchProcess([server.url().absoluteString, "-o", "file", "--budget", "99999"])
        try process.start()
        #expect(await process.outcome().code == 63)
        #expect(process.files == [])
    }

    @Test func `a signal cuts the wire and leaves what can be gone on with`() async throws {
        let server = try LoopbackServer([
            .head(status: 200, ["Content-Length": "9", "ETag": "\"a\""]), .send("abc"), .stall,
        ])
        let process = try FetchProcess([server.url().absoluteString, "-o", "file", "--continue"])
        try process.start()
        #expect(await process.waits { $0.files == [".file.part", ".file.part-of"] })
        process.send(SIGINT)
        let outcome = await process.outcome()
        #expect(outcome.code == 130)
        #expect(outcome.errors == "fetch: interrupted\n")
        #expect(await server.journal.peerClosed(within: .seconds(5)) != nil)
        #expect(process.files == [".file.part", ".file.part-of"])
    }

    @Test func `what comes for a private file is private on its way`() async throws {
        let server = try LoopbackServer([.head(status: 200, ["ETag": "\"a\""]), .send("abc"), .stall])
        let process = try FetchProcess([server.url().absoluteString, "-o", "file", "--continue"])
        let file = process.folder.appending(path: "file")
        try Data().write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try process.start()
        let part = process.folder.appending(path: ".file.part").path
        var permissions: NSNumber?
        #expect(
            await process.waits { _ in
                let attributes = try? FileManager.default.attributesOfItem(atPath: part)
                permissions = attributes?[.posixPermissions] as? NSNumber
                return attributes?[.size] as? NSNumber == 3
            })
        #expect(permissions == 0o600)
        process.send(SIGINT)
        #expect(await process.outcome().code == 130)
    }

    @Test func `a device cannot be gone on with`() async throws {
        let outcome = try await FetchProcess.run("http://127.0.0.1:9/", "-o", "/dev/null", "--continue")
        #expect(outcome.code == 23)
        #expect(outcome.errors.hasPrefix("fetch: cannot write /dev/null: "))
    }
}
