import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchCommand

@Suite(.inTurn) struct `Progress text` {
    private static let mebibyte = 1 << 20

    private static func received(_ bytes: Int, of expected: Int? = nil) -> FetchProgress {
        var progress = FetchProgress()
        progress.receivedBytes = bytes
        progress.expectedReceivedBytes = expected
        return progress
    }

    private static func sent(_ bytes: Int, of expected: Int? = nil) -> FetchProgress {
        var progress = FetchProgress()
        progress.sentBytes = bytes
        progress.expectedSentBytes = expected
        return progress
    }

    private func line(_ progress: FetchProgress, _ rate: Double?, _ seconds: Int, width: Int) -> String {
        ProgressText(progress: progress, bytesPerSecond: rate, elapsed: .seconds(seconds)).line(width: width)
    }

    @Test(
        arguments: [
            // Nothing has moved, whether or not it is known how much will.
            (received(0), nil, 3, 80, "waiting   0:03"),
            (received(0, of: 100), nil, 3_725, 80, "waiting  1:02:05"),
            (sent(9, of: 9), 1, 3, 80, "waiting   0:03"),
            // No length is known.
            (received(999), nil, 1, 80, "  999 B            -/s   0:01"),
            (received(1_000), 500, 2, 80, "  1.0 KiB    500 B  /s   0:02"),
            (received(3 * mebibyte), 1_572_864, 2, 20, "  3.0 MiB   0:02"),
            (sent(3 * mebibyte), 1_048_576, 3, 80, "sent   3.0 MiB    1.0 MiB/s   0:03"),
            // A length is known.
            (
                received(25 * mebibyte, of: 100 * mebibyte), 1_048_576, 25, 80,
                " 25.0 MiB  of 100.0 MiB  [=====>               ]   25%    1.0 MiB/s   1:15 left"
            ),
            (
                sent(mebibyte, of: 2 * mebibyte), 1_048_576, 1, 80,
                "sent   1.0 MiB  of   2.0 MiB  [========>       ]   50%    1.0 MiB/s   0:01 left"
            ),
            (
                received(100, of: 100), 50, 2, 72,
                "  100 B    of   100 B    [=============]  100%     50 B  /s   0:00 left"
            ),
            // Hours, and a rate that says nothing of the time.
            (
                received(mebibyte, of: 1_024 * mebibyte), 102_400, 9, 64, "  1.0 MiB    0%  100.0 KiB/s  2:54:36 left"
            ),
            (received(mebibyte, of: 1_024 * mebibyte), 0, 9, 64, "  1.0 MiB    0%      0 B  /s  --:-- left"),
            (received(mebibyte, of: 1_024 * mebibyte), 1, 9, 64, "  1.0 MiB    0%      1 B  /s  --:-- left"),
            (received(mebibyte, of: 1_024 * mebibyte), nil, 9, 64, "  1.0 MiB    0%          -/s  --:-- left"),
            // More than was said, and more than can be said.
            (received(9, of: 3), 1, 9, 30, "    9 B    100%   0:00 left"),
            (received(.max), nil, 9, 20, "8192.0 PiB   0:09"),
            // Narrow.
            (received(25 * mebibyte, of: 100 * mebibyte), 1_048_576, 25, 31, " 25.0 MiB   25%   1:15 left"),
            (received(25 * mebibyte, of: 100 * mebibyte), 1_048_576, 25, 20, " 25.0 MiB   25%"),
            (received(25 * mebibyte, of: 100 * mebibyte), 1_048_576, 25, 10, " 25.0 MiB"),
            (received(25 * mebibyte, of: 100 * mebibyte), 1_048_576, 25, 9, ""),
            (received(0), nil, 3, 0, ""),
        ] as [(FetchProgress, Double?, Int, Int, String)])
    func `it says as much as there is to say and room for`(
        progress: FetchProgress, rate: Double?, seconds: Int, width: Int, expected: String
    ) {
        #expect(line(progress, rate, seconds, width: width) == expected)
    }

    @Test func `no width is exceeded, and a wide line has a bar that ends somewhere`() {
        let half = Self.received(50 * Self.mebibyte, of: 100 * Self.mebibyte)
        for width in 0...300 {
            #expect(line(half, 1_048_576, 50, width: width).count < max(1, width))
        }
        let wide = line(half, 1_048_576, 50, width: 300)
        #expect(wide.contains("[\(String(repeating: "=", count: 29))>\(String(repeating: " ", count: 28))]"))
    }
}

@Suite(.inTurn) struct `Transfer rate` {
    private func received(_ bytes: Int) -> FetchProgress {
        var progress = FetchProgress()
        progress.receivedBytes = bytes
        return progress
    }

    @Test func `a steady transfer has its rate, whatever was there before`() throws {
        var rate = TransferRate()
        for tenth in 0...100 {
            rate.note(received(5_000 + tenth * 100), at: .milliseconds(tenth * 100))
            #expect((rate.bytesPerSecond != nil) == (tenth > 0))
        }
        #expect(abs(try #require(rate.bytesPerSecond) - 1_000) < 1)
    }

    @Test func `silence lets it fall, to about a third in three seconds`() throws {
        var rate = TransferRate()
        for tenth in 0...100 { rate.note(received(1 + tenth * 100), at: .milliseconds(tenth * 100)) }
        for tenth in 101...130 { rate.note(received(10_001), at: .milliseconds(tenth * 100)) }
        #expect((330..<400).contains(try #require(rate.bytesPerSecond)))
    }

    @Test func `another direction and a new beginning start without one`() {
        var rate = TransferRate()
        rate.note(received(1), at: .seconds(1))
        rate.note(received(9), at: .seconds(2))
        #expect(rate.bytesPerSecond == 8)
        rate.note(received(3), at: .seconds(3))
        #expect(rate.bytesPerSecond == nil)
        var sent = FetchProgress()
        sent.sentBytes = 1_000
        rate.note(sent, at: .seconds(4))
        #expect(rate.bytesPerSecond == nil)
        sent.sentBytes = 3_000
        rate.note(sent, at: .seconds(5))
        #expect(rate.bytesPerSecond == 2_000)
    }
}

/// The progress line as a terminal sees it. `script` gives its command a terminal of no known width, and copies what it
/// sees there to its own output.
@Suite(.inTurn) struct `Progress line` {
    private func terminal(_ arguments: String...) async throws -> FetchProcess.Outcome {
        let command = ([FetchProcess.program().path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let process = try FetchProcess(
            ["-qec", command, "/dev/null"], program: URL(fileURLWithPath: "/usr/bin/script"))
        try Data(repeating: 65, count: 3_000_000).write(to: process.folder.appending(path: "large"))
        try process.start()
        return await process.outcome()
    }

    private static let erase = "\r\u{1B}[K"

    @Test(arguments: Fetch.backends)
    func `a download is shown after a second, and erased at its end`(backend: String) async throws {
        let server = try LoopbackServer([
            .head(status: 200, ["Content-Length": "8"]), .send("half"), .pause(.seconds(3)), .send("half"),
        ])
        let outcome = try await terminal(server.url().absoluteString, "-o", "file", "--backend", backend)
        #expect(outcome.code == 0)
        #expect(outcome.text.contains("\(Self.erase)    4 B    of     8 B    ["))
        #expect(outcome.text.contains("]   50%  "))
        #expect(outcome.text.hasPrefix(Self.erase) && outcome.text.hasSuffix(Self.erase))
    }

    @Test func `an upload is shown by what is sent`() async throws {
        var options = LoopbackServer.Options()
        options.receiveBuffer = 64 * 1024
        let server = try LoopbackServer(
            [.stopReading, .pause(.seconds(3)), .reply(body: "abc"), .close], options: options)
        let outcome = try await terminal(server.url().absoluteString, "-T", "large")
        #expect(outcome.text.contains("\(Self.erase)sent "))
        #expect(outcome.text.contains("of   2.9 MiB  ["))
    }

    @Test func `a reply that is awaited is shown by the time, and then its body alone stands there`() async throws {
        let server = try LoopbackServer([.pause(.seconds(3)), .reply(body: "abc")])
        let outcome = try await terminal(server.url().absoluteString)
        #expect(outcome.code == 0)
        #expect(outcome.text.hasPrefix("\(Self.erase)waiting   0:0"))
        #expect(outcome.text.hasSuffix("\(Self.erase)abc"))
    }

    @Test func `what takes less than a second shows nothing`() async throws {
        let server = try LoopbackServer(.reply(body: "abc"))
        #expect(try await terminal(server.url().absoluteString).text == "abc")
    }
}
