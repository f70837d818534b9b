internal import FetchKit
internal import Foundation

/// A temporary file for a body that comes over time: `URLSession` on Linux reads a stream on the queue that every
/// session of the process shares, so that a slow producer would hold up all of them.
final class UploadSpool: Sendable {
    let file: UploadFile

    private init(_ file: UploadFile) { self.file = file }

    deinit { Self.remove(file.url) }

    /// Collects the pieces, within the exchange's deadline.
    static func fill(with pieces: UploadPieces, for exchange: FetchExchange) async throws(FetchFailure) -> UploadSpool {
        let outcome = await withTaskGroup(of: Result<UploadSpool, FetchFailure>?.self) { group in
            group.addTask { await collect(pieces) }
            group.addTask {
                // Cancelled once the pieces are there, and then it says nothing.
                guard (try? await Task.sleep(for: exchange.policy.deadline, clock: .continuous)) != nil else {
                    return nil
                }
                return .failure(.transport(.timedOut))
            }
            defer { group.cancelAll() }
            return await group.first { $0 != nil } ?? nil
        }
        if Task.isCancelled { throw fail(.cancelled, exchange, "the exchange was cancelled") }
        switch outcome {
        case .success(let spool): return spool
        case .failure(.transport(.timedOut)):
            throw fail(.timedOut, exchange, "the request's body took too long to come")
        case .failure, nil: throw fail(.requestBodyStreamExhausted, exchange, "the request's body ended before its end")
        }
    }

    private static func fail(_ code: URLError.Code, _ exchange: FetchExchange, _ reason: String) -> FetchFailure {
        exchange.observer?(FetchDiagnosis(stage: .connect, reason: reason))
        return .transport(code)
    }

    private static func collect(_ pieces: UploadPieces) async -> Result<UploadSpool, FetchFailure> {
        let url = FileManager.default.temporaryDirectory.appending(path: "fetch-upload-\(UUID().uuidString)")
        do {
            try Data().write(to: url, options: .withoutOverwriting)
            let handle = try FileHandle(forWritingTo: url)
            let failure = FirstError()
            try await pieces.source { piece in
                do { try handle.write(contentsOf: piece) } catch { failure.error = error }
                return failure.error == nil
            }
            try handle.close()
            if let error = failure.error { throw error }
            return .success(UploadSpool(try UploadFile(url)))
        } catch {
            remove(url)
            return .failure(.transport(.requestBodyStreamExhausted))
        }
    }

    private static func remove(_ url: URL) {
        // One that was never made needs no removing.
        try? FileManager.default.removeItem(at: url)
    }

    private final class FirstError {
        var error: (any Error)?
    }
}
