internal import Dispatch
internal import Foundation
internal import Synchronization

/// Carries a request body from a producer's thread to the loop's, a few pieces at a time.
///
/// The producer waits for a credit before each piece, so that a fast producer holds no more than the window. The loop
/// never waits: where nothing is there it pauses the transfer, and the next piece asks for it to be resumed.
final class UploadPipe: Sendable {
    /// What the loop finds.
    enum Reading: Equatable {
        /// This many bytes were copied; 0 is the end.
        case bytes(Int)
        /// Nothing yet: pause until `onPiece` is called.
        case empty
        /// The producer failed; what was sent is not the whole body.
        case failed
    }

    private struct State {
        var pieces: [Data] = []
        var isEnded = false
        var isFailed = false
        var isClosed = false
        var isAwaited = false
        var onPiece: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let credits = DispatchSemaphore(value: 0)

    /// How many pieces may wait.
    private static let window = 2

    init() {
        // Signalled rather than made with this value: a semaphore freed below its first value traps.
        for _ in 0..<Self.window { credits.signal() }
    }

    // MARK: The loop's side

    /// Says whom to call when a piece arrives that the loop waits for.
    func onPiece(_ call: @escaping @Sendable () -> Void) {
        state.withLock { $0.onPiece = call }
    }

    /// Copies what is there, up to one piece.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        let (reading, freesPiece) = state.withLock { state -> (Reading, Bool) in
            if state.isFailed { return (.failed, false) }
            guard let piece = state.pieces.first else {
                state.isAwaited = !state.isEnded
                return (state.isEnded ? .bytes(0) : .empty, false)
            }
            let count = min(piece.count, buffer.count)
            unsafe piece.copyBytes(to: buffer, count: count)
            let isWhole = count == piece.count
            if isWhole { state.pieces.removeFirst() } else { state.pieces[0] = piece.dropFirst(count) }
            return (.bytes(count), isWhole)
        }
        if freesPiece { credits.signal() }
        return reading
    }

    /// Says that nothing more will be read: the producer's next wait ends.
    func close() {
        state.withLock {
            $0.isClosed = true
            $0.onPiece = nil
            $0.pieces = []
        }
        credits.signal()
    }

    // MARK: The producer's side

    /// Waits until a piece is welcome; false once none is.
    func waitForRoom() -> Bool {
        credits.wait()
        return state.withLock { !$0.isClosed }
    }

    /// Leaves a piece; `nil` where the body has ended, and `isFailed` where it ended before its end.
    func leave(_ piece: Data?, isFailed: Bool = false) {
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isClosed else { return nil }
            if let piece { state.pieces.append(piece) } else { state.isEnded = true }
            state.isFailed = isFailed
            defer { state.isAwaited = false }
            return state.isAwaited ? state.onPiece : nil
        }
        call?()
    }
}
