public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Where an upload's bytes come from.
public struct UploadSource: Sendable {
    enum Kind: Sendable {
        case data(Data)
        case file(URL)
        case pieces(UploadPieces)
    }

    let kind: Kind

    /// Bytes in memory.
    public static func data(_ data: Data) -> UploadSource { UploadSource(kind: .data(data)) }

    /// A regular file, read as it is sent: memory stays constant whatever its size.
    public static func file(_ url: URL) -> UploadSource { UploadSource(kind: .file(url)) }

    /// Pieces that come over time; the sequence is read as fast as the wire takes them.
    ///
    /// - Parameters:
    ///   - pieces: Their bytes, in any sizes. An error it throws fails the exchange with
    ///     `.transport(.requestBodyStreamExhausted)`.
    ///   - length: All their bytes together, where that is known; otherwise they are sent chunked.
    public static func pieces<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, length: Int? = nil
    ) -> UploadSource where Pieces.Element == Data {
        UploadSource(kind: .pieces(UploadPieces(pieces, length: length)))
    }
}

extension BudgetedFetch {
    /// Sends a body and collects the reply.
    ///
    /// ```swift
    /// let reply = try await fetch.upload(request, from: .file(url))
    /// ```
    ///
    /// A reply of 300 or more that comes before the body has been sent, such as 413, is returned and ends the sending;
    /// after an early success the rest of the body is sent first. A body from memory or from a file is sent again where
    /// a pooled connection turns out to have been closed; one from a sequence cannot be, and fails.
    ///
    /// - Parameters:
    ///   - request: As for ``run(_:progress:)``, without a body of its own. The method is PUT where it says GET, the
    ///     method of a request that names none.
    ///   - source: What to send.
    ///   - progress: Hears how far the exchange has come.
    /// - Throws: ``FileTransferFailure``; `.file` for a file that cannot be opened, and nothing is sent. One that
    ///   becomes shorter while it is sent fails the exchange with `.transport(.requestBodyStreamExhausted)`.
    public func upload(
        _ request: URLRequest, from source: UploadSource, progress: FetchProgressHandler? = nil
    ) async throws(FileTransferFailure) -> FetchReply {
        var request = request
        if request.httpMethod == "GET" { request.httpMethod = "PUT" }
        var upload: FetchUpload?
        switch source.kind {
        case .data(let data): request.httpBody = data
        case .file(let url): do { upload = .file(try UploadFile(url)) } catch { throw .file(error) }
        case .pieces(let pieces): upload = .pieces(pieces)
        }
        do {
            return try await backend.perform(exchange(for: request, uploading: upload, progress: progress))
        } catch {
            throw .exchange(error)
        }
    }
}
