internal import Dispatch
internal import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
internal import Synchronization

/// Moves a request body that comes over time from where it comes from into a pipe.
enum UploadPump {
    /// Starts a task for pieces that come asynchronously; it ends with them, or is cancelled when the pipe is closed.
    static func start(_ pieces: UploadPieces) -> UploadPipe {
        let pipe = UploadPipe()
        let task = Task {
            do {
                try await pieces.source { piece in
                    guard await pipe.room() else { return false }
                    pipe.leave(piece)
                    return true
                }
                pipe.leave(nil)
            } catch {
                pipe.leave(nil, isFailed: true)
            }
        }
        pipe.onClose { task.cancel() }
        return pipe
    }

    /// Starts a thread for a request's `InputStream`, which blocks; it ends with it, or at the next piece after the pipe
    /// was closed.
    static func start(_ request: URLRequest) -> UploadPipe {
        let pipe = UploadPipe()
        Thread.start(named: "fetch-upload", stackSize: 256 * 1024) {
            guard let stream = request.httpBodyStream else { return pipe.leave(nil) }
            stream.open()
            pump(stream, into: pipe)
            stream.close()
        }
        return pipe
    }

    private static let pieceSize = 64 * 1024

    private static func pump(_ stream: InputStream, into pipe: UploadPipe) {
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

extension UploadPipe {
    /// Waits until a piece is welcome; false once none is.
    fileprivate func room() async -> Bool {
        await withCheckedContinuation { waiter in whenRoom { waiter.resume(returning: $0) } }
    }

    /// The same for a thread, which it blocks.
    fileprivate func waitForRoom() -> Bool {
        let answered = DispatchSemaphore(value: 0)
        let isWelcome = Atomic(false)
        whenRoom {
            isWelcome.store($0, ordering: .relaxed); answered.signal()
        }
        answered.wait()
        return isWelcome.load(ordering: .relaxed)
    }
}
