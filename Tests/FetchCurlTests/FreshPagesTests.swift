import Foundation
import TestTurns
import Testing

@testable import FetchCurl

@Suite(.inTurn) struct `Fresh pages` {
    private static let mebibyte = 1 << 20

    /// Lends a block that no page of has been written to, and a way to ask how many bytes of it have memory.
    private func withBlock(
        of size: Int, _ body: (UnsafeMutableRawPointer, _ resident: () -> Int) -> Void
    ) {
        let mapped = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let block = unsafe mapped, unsafe block != MAP_FAILED else { Issue.record("no memory"); return }
        defer { unsafe munmap(block, size) }
        unsafe body(block) {
            var pages = [UInt8](repeating: 0, count: size / Int(getpagesize()))
            unsafe mincore(block, size, &pages)
            return pages.count { $0 & 1 == 1 } * Int(getpagesize())
        }
    }

    @Test func `a block gets its memory a piece ahead, and no more`() {
        unsafe withBlock(of: 8 * Self.mebibyte) { block, resident in
            var fresh = FreshPages(ofBlock: 8 * Self.mebibyte, written: 0)
            #expect(resident() == 0)
            unsafe fresh.prepare(block, capacity: 8 * Self.mebibyte, for: 1)
            #expect(resident() == Self.mebibyte)
            #expect(fresh.end == Self.mebibyte)
            unsafe fresh.prepare(block, capacity: 8 * Self.mebibyte, for: 4 * Self.mebibyte + 1)
            #expect(fresh.end == 4 * Self.mebibyte)
            #expect(resident() == fresh.end)
        }
    }

    @Test func `what was written stays`() {
        unsafe withBlock(of: 2 * Self.mebibyte) { block, resident in
            unsafe memset(block, 7, 5000)
            var fresh = FreshPages(ofBlock: 2 * Self.mebibyte, written: 5000)
            unsafe fresh.prepare(block, capacity: 2 * Self.mebibyte, for: 5001)
            #expect(resident() >= Self.mebibyte)
            for place in [0, 4095, 4096, 4999] {
                let byte = unsafe block.load(fromByteOffset: place, as: UInt8.self)
                #expect(byte == 7)
            }
        }
    }

    @Test func `a block that has its memory is looked at once, one that has only its beginning again`() {
        unsafe withBlock(of: 4 * Self.mebibyte) { block, resident in
            unsafe memset(block, 7, Self.mebibyte)
            var fresh = FreshPages(ofBlock: 4 * Self.mebibyte, written: 0)
            unsafe fresh.prepare(block, capacity: 4 * Self.mebibyte, for: 1)
            #expect(fresh.end == Self.mebibyte)
            #expect(resident() == Self.mebibyte)
            unsafe fresh.prepare(block, capacity: 4 * Self.mebibyte, for: Self.mebibyte + 1)
            #expect(resident() == 2 * Self.mebibyte)

            unsafe memset(block, 7, 4 * Self.mebibyte)
            fresh = FreshPages(ofBlock: 4 * Self.mebibyte, written: 0)
            unsafe fresh.prepare(block, capacity: 4 * Self.mebibyte, for: 1)
            #expect(fresh.end == .max)
        }
    }

    @Test func `nothing is asked for beyond the block, nor for a small one`() {
        #expect(FreshPages(ofBlock: Self.mebibyte - 1, written: 0).end == .max)
        unsafe withBlock(of: 3 * Self.mebibyte) { block, resident in
            let size = Self.mebibyte + 100
            var fresh = FreshPages(ofBlock: size, written: 0)
            unsafe fresh.prepare(block, capacity: size, for: Self.mebibyte / 2)
            unsafe fresh.prepare(block, capacity: size, for: size)
            #expect(resident() == Self.mebibyte)
            #expect(fresh.end == .max)
        }
    }
}
