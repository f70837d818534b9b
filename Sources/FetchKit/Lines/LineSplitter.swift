internal import Foundation

/// Cuts bytes that come in pieces into lines. Pure.
///
/// A line ends at LF, CR or CR LF and at nothing else, wherever the pieces were split. What follows the last end is a
/// line too, unless it is empty. One byte order mark at the very start is dropped.
///
/// ```
/// splitter.append(piece)
/// while let line = try splitter.next(String.init(repairing:)) { … }
/// ```
struct LineSplitter: Sendable {
    private let limit: Int

    /// The last piece, after what the one before it left of a line. A copy, since each look into a `Data` costs more
    /// than a short line does.
    private var buffer: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// The first LF and the first CR from there on; the buffer's end where there is none. Each byte is searched once
    /// for either, however many lines end with the other.
    private var nextLF = 0
    private var nextCR = 0
    /// True when the buffer ends with a CR, which an LF may follow.
    private var endsWithCR = false
    /// True while all that has come may be the beginning of a byte order mark.
    private var isAtMark = true

    /// Makes a splitter for lines of up to `limit` bytes, their ends not counted.
    init(limit: Int) { self.limit = max(0, limit) }

    /// Takes the next piece, once ``next(_:)`` has found no more lines in the one before.
    mutating func append(_ piece: Data) {
        guard !piece.isEmpty else { return }
        buffer.removeSubrange(..<start)
        start = endsWithCR && piece.first == Self.lf ? 1 : 0
        endsWithCR = false
        let searched = max(start, buffer.count)
        buffer.append(contentsOf: piece)
        if isAtMark { dropMark() }
        nextLF = place(of: Self.lf, from: searched)
        nextCR = place(of: Self.cr, from: searched)
    }

    /// The next whole line as `read` makes it of its bytes, or `nil` where it needs another piece.
    ///
    /// - Throws: `.transport(.dataLengthExceedsMaximum)` for a line over the limit, as soon as that is certain.
    mutating func next<Line>(_ read: (Span<UInt8>) -> Line) throws(FetchFailure) -> Line? {
        let end = min(nextLF, nextCR)
        guard end - start <= limit else { throw .transport(.dataLengthExceedsMaximum) }
        guard end < buffer.count else { return nil }
        let line = read(buffer.span.extracting(start..<end))
        moveOn(past: end)
        return line
    }

    /// The last line, where the bytes did not end with a line's end.
    func finish<Line>(_ read: (Span<UInt8>) -> Line) -> Line? {
        start < buffer.count ? read(buffer.span.extracting(start..<buffer.count)) : nil
    }
}

extension LineSplitter {
    private static let lf = UInt8(ascii: "\n")
    private static let cr = UInt8(ascii: "\r")
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Moves on past a line's end: one byte, or two for a CR LF that is not split.
    private mutating func moveOn(past end: Int) {
        start = end + 1
        if end == nextCR {
            if start == nextLF, start < buffer.count { start += 1 }
            endsWithCR = start == buffer.count && nextLF == buffer.count
        }
        if nextLF < start { nextLF = place(of: Self.lf, from: start) }
        if nextCR < start { nextCR = place(of: Self.cr, from: start) }
    }

    private func place(of byte: UInt8, from start: Int) -> Int {
        buffer.span.extracting(droppingFirst: start).firstIndex(of: byte).map { start + $0 } ?? buffer.count
    }

    private mutating func dropMark() {
        if buffer.starts(with: Self.mark) { start = Self.mark.count }
        isAtMark = buffer.count < Self.mark.count && Self.mark.starts(with: buffer)
    }
}
