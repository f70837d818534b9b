public import Foundation

/// A request body that comes in pieces with pauses before them, and may break off.
public final class ScriptedStream: InputStream {
    /// What a stream brings.
    public struct Script: Sendable, Hashable {
        /// The pieces, each small enough for one read.
        public var pieces: [String]
        /// How long each piece takes to come.
        public var pause: Duration
        /// Whether the stream fails after its last piece, instead of ending.
        public var fails: Bool

        /// Makes a script.
        public init(_ pieces: [String], pause: Duration = .zero, fails: Bool = false) {
            self.pieces = pieces
            self.pause = pause
            self.fails = fails
        }
    }

    private let script: Script
    private var next = 0
    private var status = Status.notOpen

    /// Makes a stream that plays a script once.
    public init(_ script: Script) {
        self.script = script
        super.init(data: Data())
    }

    /// Opens the stream.
    public override func open() { status = .open }

    /// Closes the stream.
    public override func close() { status = .closed }

    /// Where the stream stands.
    public override var streamStatus: Status { status }

    /// True until the end is reached, since only a read finds out.
    public override var hasBytesAvailable: Bool { status == .open }

    /// Waits for the next piece and copies it; 0 at the end, -1 for a failure.
    public override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard next < script.pieces.count else {
            status = script.fails ? .error : .atEnd
            return script.fails ? -1 : 0
        }
        let (seconds, attoseconds) = script.pause.components
        Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
        let piece = Array(script.pieces[next].utf8.prefix(maxLength))
        next += 1
        // The reader's buffer has room for `maxLength` bytes, and the piece is no longer.
        unsafe buffer.update(from: piece, count: piece.count)
        return piece.count
    }
}
