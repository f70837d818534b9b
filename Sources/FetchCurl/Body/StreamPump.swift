internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Reads a request's `InputStream` into a pipe, on a thread of its own since such a stream blocks.
enum StreamPump {
    /// Starts the thread; it ends with the stream, or at the next piece after the pipe was closed.
    static func start(_ request: URLRequest) -> UploadPipe {
        let pipe = UploadPipe()
        let thread = Thread {
            guard let stream = request.httpBodyStream else { return pipe.leave(nil) }
            pump(stream, into: pipe)
        }
        thread.name = "fetch-upload"
        thread.stackSize = 256 * 1024
        thread.start()
        return pipe
    }

    private static let pieceSize = 64 * 1024

    private static func pump(_ stream: InputStream, into pipe: UploadPipe) {
        stream.open()
        defer { stream.close() }
        while pipe.waitForRoom() {
            var piece = Data(count: pieceSize)
            let count = unsafe piece.withUnsafeMutableBytes { buffer -> Int in
                // SAFETY: the stream writes at most as many bytes as the buffer it is lent has.
                guard let base = buffer.baseAddress else { return -1 }
                return unsafe stream.read(base.assumingMemoryBound(to: UInt8.self), maxLength: buffer.count)
            }
            guard count > 0 else { return pipe.leave(nil, isFailed: count < 0) }
            pipe.leave(piece.prefix(count))
        }
    }
}
