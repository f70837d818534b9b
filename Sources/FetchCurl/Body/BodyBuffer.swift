internal import Foundation
internal import Glibc

/// A collected body: one growing block of memory that becomes the reply's `Data` without a copy.
@safe struct BodyBuffer: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0
    private(set) var count = 0
    private var fresh = FreshPages(ofBlock: 0, written: 0)

    init() { unsafe base = nil }

    /// Makes a buffer with room for a few bytes, if there is memory for them.
    init(reserving size: Int) {
        self.init()
        presize(to: size)
    }

    // SAFETY: the block is owned here until `take` hands it over.
    deinit { unsafe free(base) }

    /// Makes room for a body whose size is known; more is a promise of address space, not of memory.
    mutating func presize(to size: Int) {
        if size > capacity { _ = grow(to: min(size, Self.largestPresize)) }
    }

    private static let largestPresize = 1 << 30

    /// Adds bytes; false where memory ran out.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let source = bytes.baseAddress else { return true }
        let (needed, overflow) = count.addingReportingOverflow(bytes.count)
        if overflow || needed > capacity, !grow(to: max(needed, capacity &* 2, 4096)) { return false }
        guard let block = unsafe base else { return false }
        if needed > fresh.end { unsafe fresh.prepare(block, capacity: capacity, for: needed) }
        // SAFETY: the block holds at least `needed` bytes.
        unsafe block.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
        count = needed
        return true
    }

    /// Hands the block over and starts empty.
    mutating func take() -> Data {
        defer {
            unsafe base = nil
            (capacity, count) = (0, 0)
        }
        guard count > 0, let block = unsafe base else {
            // SAFETY: nobody else has seen the block.
            unsafe free(base)
            return Data()
        }
        // A block much larger than its body would stay as long as the reply does.
        let shrunk = unsafe capacity - count > max(count / 4, 1024) ? realloc(block, count) ?? block : block
        // SAFETY: `Data` becomes the only owner and frees with free(3) what came from malloc(3).
        return unsafe Data(bytesNoCopy: shrunk, count: count, deallocator: .free)
    }

    private mutating func grow(to size: Int) -> Bool {
        // An empty block is not worth its place: what grows out of it would stay in the memory of the thread it came from.
        // SAFETY: the owned block, or none, is freed here or moved; on failure an old one with something in it stays.
        if count == 0 {
            unsafe free(base)
            unsafe base = nil
            capacity = 0
        }
        guard let larger = unsafe realloc(base, size) else { return false }
        unsafe base = larger
        capacity = size
        fresh = FreshPages(ofBlock: size, written: count)
        return true
    }
}
