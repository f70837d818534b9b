import Foundation
import TestTurns
import Testing

@testable import FetchCurl

@Suite(.inTurn) struct `Content decoder` {
    private static let text = Array(String(repeating: "all that is decoded is counted; ", count: 2_000).utf8)

    struct NotDecoded: Error {}

    /// Decodes in pieces of a size, with room for so many bytes.
    private func decode(
        _ bytes: [UInt8], as coding: String, piece: Int = .max, room: Int = .max - 1
    ) throws -> (output: [UInt8], step: ContentDecoder.Step, mayEnd: Bool) {
        guard var decoder = ContentDecoder(coding) else { throw NotDecoded() }
        var output: [UInt8] = []
        var step = ContentDecoder.Step.more
        var start = 0
        while start < bytes.count, step == .more {
            let end = piece < bytes.count - start ? start + piece : bytes.count
            step = unsafe Array(bytes[start..<end]).withUnsafeBytes { input in
                unsafe decoder.decode(
                    input, room: { room - output.count },
                    receive: { decoded in
                        unsafe output.append(contentsOf: decoded)
                        return output.count <= room
                    }
                ).step
            }
            start = end
        }
        return (output, step, decoder.mayEnd)
    }

    @Test(arguments: [("gzip", 31), ("x-gzip", 31), ("deflate", 15), ("deflate", -15)], [1, 2, 7, 1_000_000])
    func `a whole stream is decoded, split anywhere`(coding: (String, Int32), piece: Int) throws {
        let result = try decode(Zlib.compress(Self.text, windowBits: coding.1), as: coding.0, piece: piece)
        #expect(result.output == Self.text)
        #expect(result.step == .more)
        #expect(result.mayEnd)
    }

    @Test(arguments: [1, 5, 1_000_000]) func `several gzip members are one body`(piece: Int) throws {
        let member = try Zlib.compress(Self.text, windowBits: 31)
        let result = try decode(member + member + member, as: "gzip", piece: piece)
        #expect(result.output == Self.text + Self.text + Self.text)
        #expect(result.mayEnd)
    }

    @Test(arguments: [1, 10, 100]) func `a stream cut short may not end there`(missing: Int) throws {
        let coded = try Zlib.compress(Self.text, windowBits: 31)
        let result = try decode(coded.dropLast(missing), as: "gzip")
        #expect(result.step == .more)
        #expect(!result.mayEnd)
    }

    @Test func `no damaged byte goes unnoticed`() throws {
        let coded = try Zlib.compress(Self.text, windowBits: 31)
        var damages = 0
        for place in coded.indices {
            var damaged = coded
            damaged[place] ^= 0xFF
            let result = try decode(damaged, as: "gzip", room: 1_000_000)
            if result.step != .more { damages += 1 }
            // Ten bytes of a gzip head say nothing of the content.
            #expect(result.step != .more || !result.mayEnd || result.output == Self.text, "byte \(place)")
        }
        #expect(damages > 10)
    }

    @Test func `bytes after the end are damage`() throws {
        #expect(
            try decode(Zlib.compress(Self.text, windowBits: 15) + [0], as: "deflate").step
                == .damaged("bytes follow its end"))
        #expect(
            try decode(Zlib.compress(Self.text, windowBits: 31) + [1, 2], as: "gzip").step
                == .damaged("its gzip stream is corrupt")
                || !decode(Zlib.compress(Self.text, windowBits: 31) + [1, 2], as: "gzip").mayEnd)
    }

    @Test func `a bomb stops one byte past the room`() throws {
        let bomb = try Zlib.compress([UInt8](repeating: 0, count: 10_000_000), windowBits: 31)
        let result = try decode(bomb, as: "gzip", room: 1_000)
        #expect(result.step == .stopped)
        #expect(result.output.count == 1_001)
    }

    @Test func `a body without bytes may end, and an unknown coding is not decoded`() throws {
        #expect(try decode([], as: "gzip").mayEnd)
        for name in ["br", "zstd", "foo", ""] { #expect(throws: NotDecoded.self) { try decode([1], as: name) } }
    }
}
