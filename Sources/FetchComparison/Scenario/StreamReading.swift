internal import FetchKit

/// How a streamed reply is read: up to a number of bytes, perhaps a pause, and then on, or not.
public struct StreamReading: Sendable, Hashable {
    /// What the reader does once it has as many bytes as it reads up to.
    public enum Turn: Sendable, Hashable {
        /// It reads on to the end.
        case goesOn
        /// It reads on to the end, and only looks at how that comes.
        case drains
        /// It leaves its loop.
        case leaves
        /// It throws an error of its own out of its loop.
        case throwsOut
        /// It waits for the next piece, and its task is cancelled.
        case isCancelled
    }

    /// How many bytes are read up to the turn. A reader that does not go on looks at no more of them.
    public var bytes: Int
    /// How long it reads nothing before it turns.
    public var pause: Duration
    /// What it does then.
    public var turn: Turn
    /// How many bytes may wait for the reader.
    public var window: Int

    /// Makes a way to read.
    public init(
        upTo bytes: Int, pausing pause: Duration = .zero, then turn: Turn, window: Int = 256 * 1024
    ) {
        self.bytes = bytes
        self.pause = pause
        self.turn = turn
        self.window = window
    }

    /// To the end, as fast as it comes.
    public static let eager = StreamReading(upTo: .max, then: .goesOn)
}
