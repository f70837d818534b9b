internal import Foundation

/// Cuts bytes that come in pieces into lines. Pure.
///
/// A line ends at LF, CR or CR LF and at nothing else, wherever the pieces were split. What follows the last end is a
/// line too, unless it is empty. One byte order mark at the very start is dropped.
///
/// ```swift
/// splitter.append(piece)
/// while let line = try splitter.next(String.init(repairing:)) { … }
/// ```
struct LineSplitter: Sendable {
    private let limit: Int

    private var piece = Data()
    /// Where the next line begins in the piece.
    private var start = 0
    /// The first LF and the first CR from there on; the piece's end where there is none. Each byte is looked at once
    /// for either, however many lines end with the other.
    private var nextLF = 0
    private var nextCR = 0

    /// The beginning of a line that a later piece ends; never longer than the limit.
    private var carry: [UInt8] = []
    private var endedWithCR = false
    private var isFirstLine = true

    /// Makes a splitter for lines of up to `limit` bytes, their ends not counted.
    init(limit: Int) { self.limit = max(0, limit) }

    /// Takes the next piece, once ``next(_:)`` has found no more lines in the one before.
    mutating func append(_ piece: Data) {
        guard !piece.isEmpty else { return }
        self.piece = piece
        (start, nextLF, nextCR) = (0, -1, -1)
        if endedWithCR, piece.first == Self.lf { start = 1 }
        endedWithCR = false
        findEnds()
    }

    /// The next whole line as `read` makes it of its bytes, or `nil` where it needs another piece.
    ///
    /// - Throws: `.transport(.dataLengthExceedsMaximum)` for a line over the limit, as soon as that is certain.
    mutating func next<Line>(_ read: (Span<UInt8>) -> Line) throws(FetchFailure) -> Line? {
        let end = min(nextLF, nextCR)
        guard end - start <= limit - carry.count else { throw .transport(.dataLengthExceedsMaximum) }
        guard end < piece.count else {
            carryRest()
            return nil
        }
        let line: Line
        if carry.isEmpty {
            let bytes = piece.span.extracting(start..<end)
            line = read(bytes.extracting(droppingFirst: isFirstLine ? Self.markLength(bytes) : 0))
        } else {
            append(upTo: end)
            line = readCarry(read)
        }
        isFirstLine = false
        moveOn(past: end)
        return line
    }

    /// The last line, where the bytes did not end with a line's end.
    mutating func finish<Line>(_ read: (Span<UInt8>) -> Line) -> Line? {
        let isEmpty = carry.isEmpty || isFirstLine && Self.markLength(carry.span) == carry.count
        return isEmpty ? nil : readCarry(read)
    }
}

extension LineSplitter {
    private static let lf = UInt8(ascii: "\n")
    private static let cr = UInt8(ascii: "\r")

    /// Moves on past a line's end: one byte, or two for a CR LF that is not split.
    private mutating func moveOn(past end: Int) {
        start = end + 1
        if end == nextCR {
            if start == piece.count { endedWithCR = true } else if start == nextLF { start += 1 }
        }
        findEnds()
    }

    private mutating func findEnds() {
        if nextLF < start { nextLF = place(of: Self.lf) }
        if nextCR < start { nextCR = place(of: Self.cr) }
    }

    private func place(of byte: UInt8) -> Int {
        let rest = piece.span.extracting(droppingFirst: start)
        // SAFETY: memchr reads the buffer's bytes alone, within the call, and what it returns points into them.
        let offset: Int? = unsafe rest.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, let found = unsafe memchr(base, Int32(byte), buffer.count) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
        return offset.map { start + $0 } ?? piece.count
    }

    private mutating func carryRest() {
        append(upTo: piece.count)
        piece = Data()
        (start, nextLF, nextCR) = (0, 0, 0)
    }

    private mutating func append(upTo end: Int) {
        let bytes = piece.span.extracting(start..<end)
        // SAFETY: the buffer is copied within the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe carry.append(contentsOf: $0) }
    }

    private mutating func readCarry<Line>(_ read: (Span<UInt8>) -> Line) -> Line {
        let mark = isFirstLine ? Self.markLength(carry.span) : 0
        let line = read(carry.span.extracting(droppingFirst: mark))
        carry.removeAll(keepingCapacity: true)
        return line
    }

    /// The length of a byte order mark at the start of bytes: 3, or 0 where there is none.
    private static func markLength(_ bytes: Span<UInt8>) -> Int {
        bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }
}
