internal import CLinux
internal import Glibc

/// Gives a large block its memory a piece ahead of what is written to it, where it has none.
///
/// The kernel would do it page by page, each with a fault: half as much again as the rest that it does for a body. What an
/// allocator has used before may have its memory still. A piece is all that a server gets for declaring a length that it
/// does not send.
struct FreshPages {
    private static let piece = 1 << 20
    private static let page = Int(getpagesize())

    /// Up to where the block was looked at; beyond everything where it is not to be.
    private(set) var end: Int

    /// For a block of a size, of which so many bytes are written.
    init(ofBlock size: Int, written: Int) {
        end = size >= Self.piece ? written : .max
    }

    /// Looks at the next piece of a block; it reaches at least as far as what is about to be written.
    mutating func prepare(_ block: UnsafeMutableRawPointer, capacity: Int, for needed: Int) {
        let address = Int(bitPattern: block)
        let first = (address + end + Self.page - 1) / Self.page * Self.page
        let last = (address + min(max(needed, end + Self.piece), capacity)) / Self.page * Self.page
        guard last > first, let pages = unsafe UnsafeMutableRawPointer(bitPattern: first) else { return end = .max }
        end = last - address
        let final = (address + capacity) / Self.page * Self.page - Self.page
        if unsafe !Self.isThere(pages) {
            // SAFETY: whole pages within the block; nothing that is written in them changes. Where the kernel will not do it,
            // it gives memory as it always did.
            if unsafe madvise(pages, last - first, MADV_POPULATE_WRITE) != 0 { end = .max }
        } else if let page = unsafe UnsafeMutableRawPointer(bitPattern: final), unsafe Self.isThere(page) {
            // What an allocator gives out again has most often all its memory.
            end = .max
        }
    }

    /// Whether a page has memory; one that cannot be asked about counts as one that has.
    private static func isThere(_ page: UnsafeMutableRawPointer) -> Bool {
        var isThere: UInt8 = 0
        // SAFETY: the kernel writes one byte, for one page.
        return unsafe mincore(page, Self.page, &isThere) != 0 || isThere & 1 != 0
    }
}
