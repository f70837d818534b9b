internal import FetchKit

/// How one fetch ended, with what its observer heard.
struct FetchEnd: Sendable {
    let backend: BackendName
    let result: Result<FetchReply, FetchFailure>
    let diagnosis: FetchDiagnosis?
    /// Where the body of a reply is.
    var body = BodyPlace.reply

    /// What it cost; `nil` where nothing was opened or nobody said.
    var receipt: FetchReceipt? {
        switch result {
        case .success(let reply): reply.receipt
        case .failure: diagnosis.flatMap { $0.stage == .request ? nil : $0.receipt }
        }
    }

    var exitCode: ExitCode {
        switch result {
        case .success: body == .nowhere ? .refusedStatus : .reply
        case .failure(let failure): ExitCode(failure)
        }
    }

    /// One line for a person, or `nil` where all is well: what happened, how far it had come, and what to do.
    var reason: String? {
        guard case .failure(let failure) = result else { return refusal }
        // A fault in what was to be printed has no place on the wire, and no backend could say more of it.
        if body == .printed, let diagnosis, diagnosis.receipt == FetchReceipt() { return diagnosis.reason }
        var line = diagnosis?.reason ?? failure.description
        if let diagnosis, let progress = Self.progress(of: diagnosis, failure) { line += " (\(progress))" }
        return exitCode.advice(for: failure).map { "\(line); \($0)" } ?? line
    }

    private var refusal: String? {
        guard body == .nowhere, case .success(let reply) = result else { return nil }
        return "the server answered \(reply.status), and the file is as it was; without -o its body is shown"
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

/// Where the body of a reply is.
enum BodyPlace: Hashable, Sendable {
    /// In the reply.
    case reply
    /// In a file of so many bytes, of which an earlier attempt had brought some.
    case file(bytes: Int, resumed: Int)
    /// Printed while it came.
    case printed
    /// Nowhere, since its status is not one whose body becomes the file.
    case nowhere
}
