import FetchKit
import Foundation
import TestTurns
import Testing

@testable import FetchCurl

@Suite(.inTurn) struct `Reply intake` {
    private static let text = Array(String(repeating: "held back and sent again; ", count: 500).utf8)

    /// Delivers a body as libcurl does: pieces of a size; one that is held back comes again, with what follows it.
    private func deliver(_ bytes: [UInt8], coding: String?, piece: Int, room: Int, again: Int) throws -> [UInt8] {
        let now = MonotonicInstant.now
        var intake = ReplyIntake(
            policy: FetchPolicy(budget: .max), method: "GET", room: room, filling: ReplyMemory(), start: now)
        var lines = ["HTTP/1.1 200 OK\r\n"]
        if let coding { lines.append("Content-Encoding: \(coding)\r\n") }
        for line in lines + ["\r\n"] { _ = intake.receiveHead(Array(line.utf8).span, at: now) }
        var body: [UInt8] = []
        var start = 0
        var size = piece
        while start < bytes.count {
            let end = min(start + size, bytes.count)
            let reception = unsafe Array(bytes[start..<end]).withUnsafeBytes { unsafe intake.receiveBody($0, at: now) }
            switch reception {
            case .refused: Issue.record("\(String(describing: intake.gate.refusal))"); return []
            case .taken: (start, size) = (end, piece)
            case .held:
                let isHeld = intake.isHeld
                #expect(isHeld)
                body += intake.takeBody()
                intake.release(at: now)
                size = again
            }
        }
        intake.finish()
        let gate = intake.gate
        #expect(gate.refusal == nil)
        #expect(gate.codedBodyBytes == bytes.count)
        return body + intake.takeBody()
    }

    @Test(arguments: [1, 10, 1000, 100_000], [1, 7, 100_000])
    func `a body held back again and again is whole`(room: Int, piece: Int) throws {
        #expect(try deliver(Self.text, coding: nil, piece: piece, room: room, again: piece) == Self.text)
        let coded = try Zlib.compress(Self.text, windowBits: 31)
        for again in [1, piece, piece * 2] {
            #expect(try deliver(coded, coding: "gzip", piece: piece, room: room, again: again) == Self.text)
            #expect(
                try deliver(coded + coded, coding: "gzip", piece: piece, room: room, again: again)
                    == Self.text + Self.text)
        }
    }

    @Test func `bytes within the budget are good when it is crossed`() {
        let now = MonotonicInstant.now
        var intake = ReplyIntake(policy: FetchPolicy(budget: 3), method: "GET", filling: ReplyMemory(), start: now)
        for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] { _ = intake.receiveHead(Array(line.utf8).span, at: now) }
        let reception = unsafe [UInt8]("abcd".utf8).withUnsafeBytes { unsafe intake.receiveBody($0, at: now) }
        guard case .refused = reception else { return #expect(Bool(false), "\(reception)") }
        let (body, gate) = (intake.takeBody(), intake.gate)
        #expect(body == Data("abc".utf8))
        #expect(gate.refusal == .bodyOverBudget(limit: 3))
    }
}
