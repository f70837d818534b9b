import Foundation
import Testing

@testable import FetchKit

@Suite("Lines cut from pieces") struct LineSplitterTests {
    struct Fixture: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let lines: [String]
        var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

        init(_ text: String, _ lines: [String]) { self.init(Array(text.utf8), lines) }

        init(_ bytes: [UInt8], _ lines: [String]) {
            self.bytes = bytes
            self.lines = lines
        }
    }

    static let fixtures = [
        Fixture("", []),
        Fixture("a", ["a"]),
        Fixture("a\nb\n", ["a", "b"]),
        Fixture("a\r\nb\r\n", ["a", "b"]),
        Fixture("a\rb\r", ["a", "b"]),
        Fixture("a\nb\r\nc\rd", ["a", "b", "c", "d"]),
        Fixture("\n", [""]),
        Fixture("\r\n", [""]),
        Fixture("\n\n\r\r\r\n\r\n", ["", "", "", "", "", ""]),
        Fixture("\n\r", ["", ""]),
        Fixture("a\r\r\nb", ["a", "", "b"]),
        Fixture("a\r\n\nb", ["a", "", "b"]),
        Fixture("no\u{2028}end\u{85}at\u{0B}these\u{0C}", ["no\u{2028}end\u{85}at\u{0B}these\u{0C}"]),
        Fixture("nul\0inside\nz", ["nul\0inside", "z"]),
        Fixture("😀é\n€", ["😀é", "€"]),
        Fixture([0x61, 0xFF, 0x0A, 0xE2, 0x82, 0x0A, 0x62], ["a\u{FFFD}", "\u{FFFD}", "b"]),
        Fixture("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
        Fixture("\u{FEFF}", []),
        Fixture("\u{FEFF}\u{FEFF}", ["\u{FEFF}"]),
        Fixture("\u{FEFF}\r\n", [""]),
        Fixture([0xEF, 0xBB], ["\u{FFFD}"]),
        Fixture([0xEF, 0xBB, 0x0A], ["\u{FFFD}"]),
        Fixture("a\n\u{FEFF}", ["a", "\u{FEFF}"]),
    ]

    /// What a splitter makes of pieces, one after the other.
    private func lines(of pieces: [ArraySlice<UInt8>], limit: Int = 64) throws -> [String] {
        var splitter = LineSplitter(limit: limit)
        var lines: [String] = []
        for piece in pieces {
            splitter.append(Data(piece))
            while let line = try splitter.next(String.init(repairing:)) { lines.append(line) }
        }
        return lines + [splitter.finish(String.init(repairing:))].compactMap(\.self)
    }

    @Test(arguments: fixtures) func `the lines are the same at every split, and byte by byte`(fixture: Fixture) throws {
        let bytes = fixture.bytes
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
                #expect(try lines(of: pieces) == fixture.lines, "split at \(first) and \(second)")
            }
        }
        #expect(try lines(of: bytes.indices.map { bytes[$0...$0] }) == fixture.lines)
    }

    @Test func `a piece that is a slice of a longer one is read from its own start`() throws {
        var splitter = LineSplitter(limit: 9)
        splitter.append(Data("x\nab\ncd\n".utf8)[2..<6])
        #expect(try splitter.next(String.init(repairing:)) == "ab")
        #expect(try splitter.next(String.init(repairing:)) == nil)
        #expect(splitter.finish(String.init(repairing:)) == "c")
    }

    @Test(arguments: ["\n", "\r", "\r\n", ""])
    func `a line of exactly the limit passes and one byte more does not, at every split`(end: String) throws {
        let exact = Array("ab\n1234\(end)".utf8)
        let over = Array("ab\n12345\(end)".utf8)
        for split in 0...exact.count {
            #expect(try lines(of: [exact[..<split], exact[split...]], limit: 4) == ["ab", "1234"])
            #expect(throws: FetchFailure.transport(.dataLengthExceedsMaximum)) {
                try lines(of: [over[..<split], over[split...]], limit: 4)
            }
        }
    }

    @Test func `a byte order mark is no part of the line it precedes`() throws {
        let bytes = Array("\u{FEFF}1234\n".utf8)
        #expect(try lines(of: [bytes[...]], limit: 4) == ["1234"])
    }

    @Test(arguments: [0, -1, .min]) func `a limit of nothing passes empty lines alone`(limit: Int) throws {
        #expect(try lines(of: [Array("\n\r\n".utf8)[...]], limit: limit) == ["", ""])
        #expect(throws: FetchFailure.transport(.dataLengthExceedsMaximum)) {
            try lines(of: [Array("\na".utf8)[...]], limit: limit)
        }
    }

    @Test func `an endless line is refused with the first piece that crosses the limit`() throws {
        var splitter = LineSplitter(limit: 100)
        let piece = Data(repeating: 0x61, count: 10)
        for _ in 0..<10 {
            splitter.append(piece)
            #expect(try splitter.next(String.init(repairing:)) == nil)
        }
        splitter.append(piece)
        #expect(throws: FetchFailure.transport(.dataLengthExceedsMaximum)) {
            try splitter.next(String.init(repairing:))
        }
    }

    @Test func `what is held is bounded by the limit and a piece, however much has passed`() throws {
        var splitter = LineSplitter(limit: 100)
        let piece = Data(repeating: 0x61, count: 63) + Data([0x0A])
        for _ in 0..<10_000 {
            splitter.append(piece)
            while let line = try splitter.next(String.init(repairing:)) { #expect(line.utf8.count == 63) }
        }
        let held = Mirror(reflecting: splitter).children.compactMap { ($0.value as? [UInt8])?.capacity }
        #expect(held.count == 1)
        #expect(held.allSatisfy { $0 <= 2 * 164 })
    }
}
