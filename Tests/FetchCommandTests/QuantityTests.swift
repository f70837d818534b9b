import FetchKit
import TestTurns
import Testing

@testable import FetchCommand

@Suite(.inTurn) struct `Byte count` {
    @Test(arguments: [
        ("0", 0), ("65536", 65_536), ("1KiB", 1_024), ("1MiB", 1_048_576), ("1GiB", 1_073_741_824), ("3kB", 3_000),
        ("2MB", 2_000_000), ("1GB", 1_000_000_000), ("007", 7), ("9223372036854775807", Int.max),
    ])
    func `digits and a unit are a number of bytes`(text: String, bytes: Int) throws {
        #expect(try ByteCount(parsing: text).bytes == bytes)
    }

    @Test(arguments: ["", "MiB", "-1", "+1", "1.5MiB", "1 MiB", "1mib", "1K", "0x10", "１", "1\u{301}", "1MiBx"])
    func `anything else is refused`(text: String) {
        let fault = #expect(throws: UsageError.self) { try ByteCount(parsing: text) }
        #expect(fault?.reason.contains("is not a number of bytes") == true)
    }

    @Test(arguments: ["9223372036854775808", "9007199254740992KiB", "99999999999GiB"])
    func `more than can be counted is refused`(text: String) {
        let fault = #expect(throws: UsageError.self) { try ByteCount(parsing: text) }
        #expect(fault?.reason.contains("more bytes than can be counted") == true)
    }
}

@Suite(.inTurn) struct `Time limit` {
    @Test(arguments: [
        ("15", Duration.seconds(15)), ("0.3", .milliseconds(300)), (".5", .milliseconds(500)), ("2.", .seconds(2)),
        ("315360000", FetchPolicy.longestTime),
    ])
    func `a decimal number is seconds`(text: String, duration: Duration) throws {
        #expect(try Seconds(parsing: text).duration == duration)
    }

    @Test(arguments: [
        "", ".", "-1", "+1", "0", "0.0", "inf", "nan", "1e3", "0x10", "1.2.3", "1 ", "315360001", "1,5", "1\u{301}",
        String(repeating: "9", count: 400), "0." + String(repeating: "0", count: 400) + "1",
    ])
    func `anything else is refused, and so are no time and more than ten years`(text: String) {
        #expect(throws: UsageError.self) { try Seconds(parsing: text) }
    }
}
