internal import CLinux
internal import Glibc

/// Gives a block that no page of has been written to its memory, a piece ahead of what is written.
///
/// The kernel would do it page by page, each with a fault; for a body of 256 MiB that is a quarter of the time. The piece
/// is all that a server gets for declaring a length that it does not send.
struct FreshPages {
    /// Blocks of at least this size come from the kernel as they are, and never from what was freed before
    /// (`M_MMAP_THRESHOLD` in mallopt(3): its largest value).
    static let smallestBlock = 32 << 20

    private static let piece = 1 << 20
    private static let page = Int(getpagesize())

    /// Up to where the block has its memory; beyond everything where it is not to be asked for.
    private(set) var end: Int

    /// For a block of a size, of which so many bytes are written.
    init(ofBlock size: Int, written: Int) {
        end = size >= Self.smallestBlock ? written : .max
    }

    /// Makes the next piece of a block ready; it reaches at least as far as what is about to be written.
    mutating func prepare(_ block: UnsafeMutableRawPointer, capacity: Int, for needed: Int) {
        let address = Int(bitPattern: block)
        let first = (address + end) / Self.page * Self.page
        let last = min(address + max(needed, end + Self.piece), address + capacity) / Self.page * Self.page
        guard last > first, let pages = unsafe UnsafeMutableRawPointer(bitPattern: first) else { return end = .max }
        // SAFETY: whole pages within the block or that it shares; what is written in them stays. Where the kernel will not,
        // it gives memory as it always did.
        let isDone = unsafe madvise(pages, last - first, MADV_POPULATE_WRITE) == 0
        end = isDone ? last - address : .max
    }
}
