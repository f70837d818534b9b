internal import Foundation
internal import Synchronization

/// Carries a request body from its producer to the loop, a few pieces at a time.
///
/// The producer asks for room before each piece, so that a fast one holds no more than the window. The loop never
/// waits: where nothing is there it pauses the transfer, and the next piece asks for it to be resumed.
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
        var onClose: (@Sendable () -> Void)?
        /// The producer, where it waits for room.
        var onRoom: (@Sendable (_ isWelcome: Bool) -> Void)?

        var hasRoom: Bool { pieces.count < UploadPipe.window || isClosed }
    }

    private let state = Mutex(State())

    /// How many pieces may wait.
    private static let window = 2

    // MARK: The loop's side

    /// Says whom to call when a piece arrives that the loop waits for.
    func onPiece(_ call: @escaping @Sendable () -> Void) {
        state.withLock { $0.onPiece = call }
    }

    /// Copies what is there, up to one piece.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        let (reading, onRoom) = state.withLock { state -> (Reading, (@Sendable (Bool) -> Void)?) in
            if state.isFailed { return (.failed, nil) }
            guard let piece = state.pieces.first else {
                state.isAwaited = !state.isEnded
                return (state.isEnded ? .bytes(0) : .empty, nil)
            }
            let count = min(piece.count, buffer.count)
            unsafe piece.copyBytes(to: buffer, count: count)
            if count < piece.count {
                state.pieces[0] = piece.dropFirst(count)
                return (.bytes(count), nil)
            }
            state.pieces.removeFirst()
            return (.bytes(count), state.onRoom.take())
        }
        onRoom?(true)
        return reading
    }

    /// Has the transfer resumed, if it is paused, although nothing has come: it may be time for it to end.
    func stir() {
        let call = state.withLock { $0.isAwaited ? $0.onPiece : nil }
        call?()
    }

    /// Says that nothing more will be read: a producer that waits is told.
    func close() {
        let (onRoom, onClose) = state.withLock { state in
            state.isClosed = true
            state.onPiece = nil
            state.pieces = []
            return (state.onRoom.take(), state.onClose.take())
        }
        onRoom?(false)
        onClose?()
    }

    // MARK: The producer's side

    /// Says whom to call when nothing more will be read.
    func onClose(_ call: @escaping @Sendable () -> Void) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.onClose = call }
            return state.isClosed
        }
        if isClosed { call() }
    }

    /// Calls, once and possibly at once, when a piece is welcome, or with false when none is any more.
    func whenRoom(_ call: @escaping @Sendable (_ isWelcome: Bool) -> Void) {
        let isWelcome = state.withLock { state -> Bool? in
            if state.hasRoom { return !state.isClosed }
            state.onRoom = call
            return nil
        }
        if let isWelcome { call(isWelcome) }
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
