public import Foundation
internal import Synchronization

/// What a scenario uploads.
public enum UploadBody: Sendable, Hashable {
    /// So many bytes in memory.
    case data(Int)
    /// A file of so many bytes.
    case file(Int)
    /// A file of so many bytes that is made shorter as soon as some of it has been sent.
    case shrinkingFile(Int, to: Int)
    /// A file of so many bytes that is removed as soon as some of it has been sent.
    case vanishingFile(Int)
    /// A file that is not there.
    case missingFile
    /// A sequence of pieces, so many bytes in all, with or without a declared length.
    case pieces(Int, isDeclared: Bool)
    /// A sequence that throws after so many bytes.
    case failingPieces(Int)
    /// A sequence without an end.
    case endlessPieces

    /// The bytes of a body of a known length: digits and letters, over and over.
    public static func bytes(_ count: Int) -> Data {
        var bytes = Data(capacity: count + tile.count)
        while bytes.count < count { bytes.append(tile) }
        return bytes.prefix(count)
    }

    /// Of a length that no buffer's is a multiple of, so that bytes which are lost or out of order show.
    private static let tile = Data((0..<1999).flatMap { "\($0)".utf8 })
    private static let pieceSize = 64 * 1024

    /// Pieces with nothing but a suspension between them; after `count` bytes, where there is an end, it is this.
    static func sequence(_ count: Int?, error: (any Error)? = nil) -> AsyncThrowingStream<Data, any Error> {
        let rest = Mutex(count.map(bytes) ?? Data())
        return AsyncThrowingStream {
            if count == nil {
                // A backend that keeps the pieces on disk keeps few.
                try await Task.sleep(for: .milliseconds(1))
                return bytes(pieceSize)
            }
            await Task.yield()
            let piece = rest.withLock { rest in
                defer { rest = rest.dropFirst(pieceSize) }
                return rest.prefix(pieceSize)
            }
            if piece.isEmpty, let error { throw error }
            return piece.isEmpty ? nil : piece
        }
    }
}
