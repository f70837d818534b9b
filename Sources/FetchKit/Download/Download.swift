internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One download while it runs: streams, one after the other, until the file is whole or cannot be.
struct Download {
    let fetch: BudgetedFetch
    let request: URLRequest
    let accepts: @Sendable (Int) -> Bool
    let progress: FetchProgressHandler?
    let part: PartialFile

    private var address: String { request.url?.absoluteString ?? "" }

    func run() async throws(FileTransferFailure) -> FetchDownload {
        do throws(FileTransferFailure) {
            return try await complete()
        } catch {
            part.abandon()
            throw error
        }
    }

    private func complete() async throws(FileTransferFailure) -> FetchDownload {
        var known = part.note.flatMap(Resumption.init(note:)).flatMap { $0.url == address ? $0 : nil }
        var resumedBytes = 0
        while true {
            let offset = known == nil ? 0 : part.length
            let asked = offset > 0 ? known : nil
            let stream: FetchStream
            do throws(FileTransferFailure) {
                stream = try await open(from: offset, of: asked)
            } catch {
                // A part of a coded body cannot be decoded: a server that sends one has no use for ranges.
                guard asked != nil, error == .exchange(.transport(.cannotDecodeContentData)) else { throw error }
                known = nil
                continue
            }
            switch asked.map({ $0.step(status: stream.status, headers: stream.headers, offset: offset) }) {
            case .append: resumedBytes = max(resumedBytes, offset)
            case .askForWhole:
                known = nil
                continue
            case .startOver, nil:
                guard accepts(stream.status) else { return try await refuse(stream) }
                resumedBytes = 0
                known = Resumption(url: address, headers: stream.headers)
                try onFile { () throws(FileFault) in try part.empty(note: known?.note) }
            case .neither: return try await refuse(stream)
            }
            try await receive(stream)
            let total = asked == nil ? nil : stream.headers["Content-Range"].flatMap(ContentRange.init)?.total
            // A server may send less of the rest than was asked for: the next stream asks for what is left.
            if let total, part.length < total, part.length > offset { continue }
            if let total, part.length != total { throw .exchange(.transport(.badServerResponse)) }
            try onFile { () throws(FileFault) in try part.commit() }
            return FetchDownload(stream, body: nil, fileBytes: part.length, resumedBytes: resumedBytes)
        }
    }

    private func open(from offset: Int, of known: Resumption?) async throws(FileTransferFailure) -> FetchStream {
        var request = request
        // A range counts coded bytes, and a file is to have the decoded ones (RFC 9110 section 14.2).
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        if let known {
            request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range")
            request.setValue(known.validator, forHTTPHeaderField: "If-Range")
        }
        var policy = fetch.policy
        policy.budget -= offset
        let rest = BudgetedFetch(policy: policy, over: fetch)
        let report = progress.map { progress in
            { @Sendable (whole: FetchProgress) in
                var whole = whole
                whole.receivedBytes += offset
                whole.expectedReceivedBytes? += offset
                progress(whole)
            }
        }
        return try await onExchange { () async throws(FetchFailure) in try await rest.stream(request, progress: report)
        }
    }

    private func receive(_ stream: FetchStream) async throws(FileTransferFailure) {
        var pieces = stream.body.makeAsyncIterator()
        while let piece = try await onExchange({ () async throws(FetchFailure) in try await pieces.next() }) {
            try onFile { () throws(FileFault) in try part.append(piece) }
        }
    }

    /// Keeps the beginning of a body that is no file; leaving its stream cuts off the rest.
    private func refuse(_ stream: FetchStream) async throws(FileTransferFailure) -> FetchDownload {
        var body = Data()
        var pieces = stream.body.makeAsyncIterator()
        while body.count < FetchDownload.longestBody,
            let piece = try await onExchange({ () async throws(FetchFailure) in try await pieces.next() })
        {
            body += piece.prefix(FetchDownload.longestBody - body.count)
        }
        part.abandon()
        return FetchDownload(stream, body: body, fileBytes: 0, resumedBytes: 0)
    }

    private func onFile(_ work: () throws(FileFault) -> Void) throws(FileTransferFailure) {
        do { try work() } catch { throw .file(error) }
    }

    private func onExchange<Value>(
        _ work: () async throws(FetchFailure) -> Value
    ) async throws(FileTransferFailure) -> Value {
        do { return try await work() } catch { throw .exchange(error) }
    }
}

extension FetchDownload {
    fileprivate init(_ stream: FetchStream, body: Data?, fileBytes: Int, resumedBytes: Int) {
        self.init(
            status: stream.status, headers: stream.headers, url: stream.url,
            receipt: stream.body.receipt ?? FetchReceipt(), isWritten: body == nil, fileBytes: fileBytes,
            resumedBytes: resumedBytes, body: body ?? Data())
    }
}
