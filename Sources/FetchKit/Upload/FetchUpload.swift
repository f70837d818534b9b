public import Foundation

/// A request body as a backend receives it, where it is not in the request.
public enum FetchUpload: Sendable {
    /// A file: its length is declared, and it can be sent again.
    case file(UploadFile)
    /// Pieces that come over time: sent once, chunked unless their length is declared.
    case pieces(UploadPieces)
}

/// A file that is sent: opened before the exchange, so that it stays the same file, and closed after it.
public final class UploadFile: Sendable {
    /// Where the file is.
    public let url: URL

    /// Its length when it was opened, in bytes, and how much is sent: bytes added later are not, and a file that is
    /// shorter by then fails the exchange.
    public let length: Int

    private let file: OpenFile

    /// Opens a file.
    ///
    /// - Throws: ``FileFault``.
    public init(_ url: URL) throws(FileFault) {
        self.url = url
        file = try OpenFile(reading: url.path)
        length = try file.length()
    }

    /// Copies bytes from a place in the file; fewer than fit at its end, and `nil` where it cannot be read any more.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int? {
        try? unsafe file.read(into: buffer, at: offset)
    }
}

/// A sequence of pieces that are sent as they come.
public struct UploadPieces: Sendable {
    /// Hands each piece to `send`, which waits while the wire is slower and tells whether more is welcome.
    public typealias Source = @Sendable (_ send: (Data) async -> Bool) async throws -> Void

    /// The length of all pieces together, in bytes; `nil` where it is not known.
    public let length: Int?

    /// Where the pieces come from; it is run once.
    public let source: Source

    /// Sends the elements of a sequence.
    public init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, length: Int? = nil) where Pieces.Element == Data {
        self.length = length
        source = { send in
            for try await piece in pieces where !piece.isEmpty {
                guard await send(piece) else { return }
            }
        }
    }
}
