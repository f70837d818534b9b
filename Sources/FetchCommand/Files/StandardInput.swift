internal import Dispatch
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Standard input while it comes.
enum StandardInput {
    /// Its pieces, each as soon as it is there; nothing is read ahead.
    static var pieces: AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { try await next() }
    }

    /// Waits without a thread of the tasks' own, and no longer than its task is wanted.
    private static func next() async throws -> Data? {
        let (answers, answer) = AsyncThrowingStream<Data?, any Error>.makeStream()
        DispatchQueue.global().async {
            answer.yield(with: Result { try read() })
            answer.finish()
        }
        for try await piece in answers { return piece }
        throw CancellationError()
    }

    private static func read() throws -> Data? {
        var piece = Data(count: pieceSize)
        while true {
            // The buffer outlives the call, which writes no more than its count.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe systemRead(0, $0.baseAddress, $0.count) }
            if count >= 0 { return count == 0 ? nil : piece.prefix(count) }
            if errno != EINTR { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        }
    }

    private static let pieceSize = 64 * 1024
}

/// The system's `read`, which the method of the same name hides.
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    // The caller passes a buffer's own address and count.
    unsafe read(number, bytes, count)
}
