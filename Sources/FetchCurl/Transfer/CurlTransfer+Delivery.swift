internal import FetchKit

/// What the loop does for a streamed reply between two calls of libcurl.
extension CurlTransfer {
    /// Hands the head and what has come of the body to the reader.
    ///
    /// A reply that was refused before any of its body came has no head either: its failure says everything.
    func deliver() {
        isNoted = false
        guard let channel = exchange?.channel, let head = intake.gate.head else { return }
        guard intake.hasBody || intake.gate.refusal == nil else { return }
        channel.open(head)
        if intake.hasBody { intake.room = channel.leave(intake.takeBody()) }
    }

    /// Goes on, in both directions, with what was held back for want of room or of something to send.
    func resume() {
        if let channel = exchange?.channel {
            intake.room = channel.room
            if intake.isHeld { intake.release(at: watch.clock.now) }
        }
        easy.resume()
    }
}
