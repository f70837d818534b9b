public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension BudgetedFetch {
    /// Downloads to a file, which is there in full or as it was before, never in part.
    ///
    /// ```swift
    /// let download = try await fetch.download(URLRequest(url: url), to: file, resuming: true)
    /// guard download.isWritten else { return print(download.status, download.body) }
    /// ```
    ///
    /// The body goes to a file beside the target, which takes its place when it is complete; memory stays constant
    /// whatever the size, and the budget bounds the file. Nothing is left of a failure unless it may be resumed.
    ///
    /// - Parameters:
    ///   - request: As for ``run(_:progress:)``. Content codings are not asked for.
    ///   - target: A file URL; a regular file, or none yet, in a folder that may be written to. A link is followed.
    ///   - resuming: Whether to go on with what an earlier attempt left, and to leave what this one has come to, in
    ///     `.NAME.part` beside the target. It is asked for by `Range` and `If-Range`, so that it is only ever completed
    ///     with bytes of the same entity, which a strong entity tag or date identifies (RFC 9110 sections 8.8 and
    ///     13.1.5); where there is none, or the entity changed, or the server knows no ranges, it starts over.
    ///   - accepts: The statuses whose bodies become the file: 200 to 299 unless said otherwise. Any other leaves the
    ///     file as it is, and is returned with the beginning of its body.
    ///   - progress: Hears how far it has come, what an earlier attempt brought included.
    /// - Throws: ``FileTransferFailure``; a disk that is full is `.file` with `ENOSPC`.
    public func download(
        _ request: URLRequest, to target: URL, resuming: Bool = false,
        accepting accepts: @escaping @Sendable (_ status: Int) -> Bool = { (200..<300).contains($0) },
        progress: FetchProgressHandler? = nil
    ) async throws(FileTransferFailure) -> FetchDownload {
        let part: PartialFile
        do {
            part = try PartialFile(for: target.resolvingSymlinksInPath().path, isResumable: resuming)
        } catch {
            throw .file(error)
        }
        return try await Download(fetch: self, request: request, accepts: accepts, progress: progress, part: part).run()
    }
}
