internal import CCurl
internal import FetchKit

/// Keeps the first field of a reply from libcurl where it begins with white space.
///
/// Some versions take it for more of the last field they saw, which was the exchange before's and is freed
/// (`CurlLibrary.continuesFreedFields`): a server could write to memory that is no longer the handle's. The one callback
/// that hears of a field before libcurl does is the body's, where the head is to be in the output (`CURLOPT_HEADER`); it is
/// until the first field has come.
extension CurlTransfer {
    /// Asks to hear of the next reply's first field.
    func awaitFirstField() throws(CurlOptionFault) {
        guard CurlLibrary.continuesFreedFields else { return }
        try easy.set(.headInOutput, to: true)
        state.isFirstFieldAwaited = true
    }

    /// Takes a line that libcurl has not looked at yet.
    func receiveEarly(_ line: UnsafeRawBufferPointer) -> ReplyIntake.Reception {
        guard let first = unsafe line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") else {
            return .taken
        }
        state.intake.gate.refuse(.malformedHead("a folded line before any field"))
        return .refused
    }

    /// Lets what follows be body, once there is a field that is this reply's own, or no field at all; false where libcurl
    /// will not.
    func noteHead() -> Bool {
        guard state.intake.hasField || state.intake.gate.hasHead else { return true }
        state.isFirstFieldAwaited = false
        return (try? easy.set(.headInOutput, to: false)) != nil
    }
}
