internal import FetchKit

/// How one fetch ended, with what its observer heard.
struct FetchEnd: Sendable {
    let backend: BackendName
    let result: Result<FetchReply, FetchFailure>
    let diagnosis: FetchDiagnosis?

    /// What it cost; `nil` where nothing was opened or nobody said.
    var receipt: FetchReceipt? {
        switch result {
        case .success(let reply): reply.receipt
        case .failure: diagnosis.flatMap { $0.stage == .request ? nil : $0.receipt }
        }
    }

    var exitCode: ExitCode {
        switch result {
        case .success: .reply
        case .failure(let failure): ExitCode(failure)
        }
    }

    /// One line for a person, or `nil` for a reply: what happened, how far it had come, and what to do.
    var reason: String? {
        guard case .failure(let failure) = result else { return nil }
        var line = diagnosis?.reason ?? failure.description
        if let diagnosis, let progress = Self.progress(of: diagnosis, failure) { line += " (\(progress))" }
        return exitCode.advice(for: failure).map { "\(line); \($0)" } ?? line
    }

    private static func progress(of diagnosis: FetchDiagnosis, _ failure: FetchFailure) -> String? {
        if case .redirectRefused = failure { return nil }
        let receipt = diagnosis.receipt
        return switch diagnosis.stage {
        case .request: nil
        case .connect: "while connecting"
        case .head: "at the head, \(receipt.headBytes) bytes of it received"
        case .body: "in the body, \(receipt.bodyBytes) bytes of it received"
        }
    }
}
