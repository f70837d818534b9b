internal import FetchKit

/// What the loop does for a streamed reply between two calls of libcurl.
extension CurlTransfer {
    /// Hands the head and what has come of the body to the reader.
    ///
    /// A reply that was refused before any of its body came has no head either: its failure says everything.
    func deliver() {
        state.isNoted = false
        guard let channel = exchange?.channel, let head = state.intake.gate.head else { return }
        guard state.intake.hasBody || state.intake.gate.refusal == nil else { return }
        channel.open(head)
        if state.intake.hasBody { state.intake.room = channel.leave(state.intake.takeBody()) }
    }

    /// Goes on, in both directions, with what was held back for want of room or of something to send.
    func resume() {
        if let channel = exchange?.channel {
            state.intake.room = channel.room
            if state.intake.isHeld { state.intake.release(at: watch.clock.now) }
        }
        easy.resume()
    }
}
