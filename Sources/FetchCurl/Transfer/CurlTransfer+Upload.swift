internal import CCurl
internal import FetchKit
internal import Foundation

/// What the read callback sends.
extension CurlTransfer {
    /// Copies the next bytes of the request's body: their count, 0 at its end, or libcurl's word for pause or abort.
    func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.intake.gate.noteActivity(at: watch.clock.now)
        watch.watchdog.noteProgress()
        switch exchange?.request.body {
        case .data(let data):
            let start = data.startIndex + state.sentBytes
            let piece = data[start..<min(start + buffer.count, data.endIndex)]
            unsafe piece.copyBytes(to: buffer)
            return noteSent(piece.count)
        case .file(let file):
            let room = min(buffer.count, file.length - state.sentBytes)
            guard room > 0 else { return 0 }
            let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
            guard let count = unsafe file.read(into: piece, at: state.sentBytes), count > 0 else { return abort() }
            return noteSent(count)
        case .stream(let pipe, _):
            switch unsafe pipe.read(into: buffer) {
            case .bytes(let count): return noteSent(count)
            case .empty: return Int(CURL_READFUNC_PAUSE)
            case .failed: return abort()
            }
        case nil: return 0
        }
    }

    private func noteSent(_ count: Int) -> Int {
        state.sentBytes += count
        noteProgress()
        return count
    }

    /// The body cannot be sent to its end.
    private func abort() -> Int {
        state.intake.gate.refuse(.requestBodyFailed)
        return Int(CURL_READFUNC_ABORT)
    }

    /// Goes back in the body for libcurl to send it again; false where it is gone.
    func rewindBody(to offset: Int) -> Bool {
        switch exchange?.request.body {
        case .data(let data):
            guard (0...data.count).contains(offset) else { return false }
            state.sentBytes = offset
            return true
        case .file(let file):
            guard (0...file.length).contains(offset) else { return false }
            state.sentBytes = offset
            return true
        case .stream: return offset == state.sentBytes
        case nil: return offset == 0
        }
    }
}
