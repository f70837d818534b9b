internal import CCurl
internal import FetchKit
internal import Foundation

/// What the read callback sends.
extension CurlTransfer {
    /// Copies the next bytes of the request's body: their count, 0 at its end, or libcurl's word for pause or abort.
    func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        intake.gate.noteActivity(at: watch.clock.now)
        switch exchange?.request.body {
        case .data(let data):
            let start = data.startIndex + sentBytes
            let piece = data[start..<min(start + buffer.count, data.endIndex)]
            unsafe piece.copyBytes(to: buffer)
            sentBytes += piece.count
            return piece.count
        case .stream(let pipe, _):
            switch unsafe pipe.read(into: buffer) {
            case .bytes(let count):
                sentBytes += count
                return count
            case .empty: return Int(CURL_READFUNC_PAUSE)
            case .failed:
                intake.gate.refuse(.requestBodyFailed)
                return Int(CURL_READFUNC_ABORT)
            }
        case nil: return 0
        }
    }

    /// Goes back in the body for libcurl to send it again; false where it is gone.
    func rewindBody(to offset: Int) -> Bool {
        switch exchange?.request.body {
        case .data(let data):
            guard (0...data.count).contains(offset) else { return false }
            sentBytes = offset
            return true
        case .stream: return offset == sentBytes
        case nil: return offset == 0
        }
    }
}
