public import Foundation

/// What became of a download: the reply's head, and the file where its body is.
public struct FetchDownload: Sendable {
    /// The final status code. 404 and 500 are replies, whose bodies are no files.
    public var status: Int

    /// The final head's fields, in order, repeated ones kept apart. For a resumed download, of the last reply.
    public var headers: FetchHeaders

    /// The URL that answered: the one asked for, since redirects are refused.
    public var url: URL

    /// What the exchange cost; for a resumed download, the last one.
    public var receipt: FetchReceipt

    /// True when the body is in the file; false for a status that was not accepted, and the file is as it was.
    public var isWritten: Bool

    /// The length of the file; 0 where none was written.
    public var fileBytes: Int

    /// How much of the file an earlier attempt had brought.
    public var resumedBytes: Int

    /// The beginning of a body that was not written, for what the server has to say: up to ``longestBody`` bytes.
    public var body: Data

    /// Makes a download's result; for a stub.
    public init(
        status: Int, headers: FetchHeaders = FetchHeaders(), url: URL, receipt: FetchReceipt = FetchReceipt(),
        isWritten: Bool, fileBytes: Int = 0, resumedBytes: Int = 0, body: Data = Data()
    ) {
        self.status = status
        self.headers = headers
        self.url = url
        self.receipt = receipt
        self.isWritten = isWritten
        self.fileBytes = fileBytes
        self.resumedBytes = resumedBytes
        self.body = body
    }

    /// The most of a body that is kept where it is not written: 64 KiB.
    public static let longestBody = 64 * 1024
}
