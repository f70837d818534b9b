extension FetchBody {
    /// The body as lines of text, as they come.
    ///
    /// ```swift
    /// for try await line in stream.body.lines() { print(line) }
    /// ```
    ///
    /// A line ends at LF, CR or CR LF, which are not part of it, and at nothing else; text after the last end is a line
    /// too. The bytes are UTF-8: what is not becomes U+FFFD, and a byte order mark at the start is dropped.
    ///
    /// - Parameter limit: The most bytes of one line, 64 KiB by default. A longer one throws
    ///   `.transport(.dataLengthExceedsMaximum)` before more than that is held, and cuts the wire.
    public func lines(limit: Int = 64 * 1024) -> FetchLines {
        FetchLines(body: self, limit: limit)
    }
}

/// The lines of a body; made by ``FetchBody/lines(limit:)``. Read once, like the body; leaving early cuts the wire.
public struct FetchLines: AsyncSequence, Sendable {
    /// One line, without its end.
    public typealias Element = String
    /// What reading throws.
    public typealias Failure = FetchFailure

    let body: FetchBody
    let limit: Int

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: body.makeAsyncIterator(), splitter: LineSplitter(limit: limit))
    }

    /// Reads the lines; the exchange is cut when the last copy of it goes.
    public struct Iterator: AsyncIteratorProtocol {
        /// `nil` once the lines have ended, which lets go of the wire.
        var body: FetchBody.Iterator?
        var splitter: LineSplitter

        /// The next line, or `nil` at the end of a whole body.
        ///
        /// - Throws: ``FetchFailure``, after the whole lines before it. A line that was cut short is not returned.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(FetchFailure) -> String? {
            do throws(FetchFailure) {
                while body != nil {
                    if let line = try splitter.next(String.init(repairing:)) { return line }
                    guard let piece = try await body?.next(isolation: actor) else { break }
                    splitter.append(piece)
                }
            } catch {
                body = nil
                throw error
            }
            guard body != nil else { return nil }
            body = nil
            return splitter.finish(String.init(repairing:))
        }
    }
}
