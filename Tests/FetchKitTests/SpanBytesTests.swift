import Testing

@testable import FetchKit

@Suite("A span's bytes") struct SpanBytesTests {
    /// Every byte at every place among others, in spans shorter and longer than the eight bytes that are read at a time.
    private static func forEachSpan(_ body: ([UInt8]) -> Void) {
        for count in 0...20 {
            body([UInt8](repeating: 65, count: count))
            for place in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: 65, count: count)
                    bytes[place] = byte
                    body(bytes)
                }
            }
        }
    }

    @Test(arguments: [1, 32, 33, 66, 127, 128] as [UInt8]) func `a byte below a limit is found`(limit: UInt8) {
        var wrong: [[UInt8]] = []
        Self.forEachSpan { bytes in
            if bytes.span.holdsByte(below: limit) != bytes.contains(where: { $0 < limit }) { wrong.append(bytes) }
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [0, 31, 64, 65, 126, 127] as [UInt8]) func `a byte above a limit is found`(limit: UInt8) {
        var wrong: [[UInt8]] = []
        Self.forEachSpan { bytes in
            if bytes.span.holdsByte(above: limit) != bytes.contains(where: { $0 > limit }) { wrong.append(bytes) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func `a run of low bytes is no more than one`() {
        // What one byte borrows from the next is not another's fault.
        #expect(!holdsByte(below: 33, in: [33, 33, 33, 33, 33, 33, 33, 33, 33]))
        #expect(holdsByte(below: 33, in: [0, 33, 33, 33, 33, 33, 33, 33]))
        #expect(!holdsByte(below: 128, in: [128, 255, 128, 255, 128, 255, 128, 255]))
    }

    @Test func `the first of several is found, or none`() {
        #expect(firstIndex(of: 2, in: [1, 2, 3, 2, 1]) == 1)
        #expect(firstIndex(of: 9, in: [1, 2, 3, 2, 1]) == nil)
        #expect(firstIndex(of: 0, in: []) == nil)
    }

    // A span cannot stand in an expectation.
    private func holdsByte(below limit: UInt8, in bytes: [UInt8]) -> Bool { bytes.span.holdsByte(below: limit) }
    private func firstIndex(of byte: UInt8, in bytes: [UInt8]) -> Int? { bytes.span.firstIndex(of: byte) }
}
