/// What a loopback server does on one connection, byte by byte: a list of steps.
///
/// A script starts when a request's head has arrived, unless its first step is `.atAccept`. A script that ends
/// without closing keeps the connection alive, and the next request's head starts a script again.
///
/// ```swift
/// let script: Script = [.head(status: 200, ["Content-Length": "10"]), .send("half "), .pause(.seconds(1)), .close]
/// ```
public struct Script: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// Whether the script starts when the connection is accepted. Such a script is played once, then stalls.
    public let startsAtAccept: Bool

    /// The steps, in order, without the ones that say when the script starts.
    public let steps: [Step]

    /// Makes a script from steps. A leading `.awaitRequest` is what a script does anyway.
    public init(_ steps: [Step]) {
        startsAtAccept = steps.first?.kind == .atAccept
        let isImplied = startsAtAccept || steps.first?.kind == .awaitRequest
        self.steps = isImplied ? Array(steps.dropFirst()) : steps
    }

    /// Makes a script from its steps, as ``init(_:)`` does.
    public init(arrayLiteral steps: Step...) {
        self.init(steps)
    }

    /// The two scripts as one, without a new wait for a request between them.
    public static func + (first: Script, second: Script) -> Script {
        Script((first.startsAtAccept ? [.atAccept] : [.awaitRequest]) + first.steps + second.steps)
    }
}

extension Script {
    /// One thing a server does.
    public struct Step: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case atAccept
            case awaitRequest
            case awaitBody
            /// The bytes `total` times over as one stream; `nil` for ever. A whole number of times is not required.
            case write([UInt8], total: Int?)
            case trickle([UInt8], size: Int, interval: Duration, endless: Bool)
            case pause(Duration)
            case stall
            case readBody(bytes: Int)
            case stopReading
            case halfClose
            case close
            case reset
        }

        let kind: Kind
    }
}

extension Script.Step {
    /// As the first step: acts when the connection is accepted, without waiting for a request.
    public static let atAccept = Self(kind: .atAccept)

    /// Waits for the head of the connection's next request.
    public static let awaitRequest = Self(kind: .awaitRequest)

    /// Waits for the whole body of the current request, by its length or its last chunk.
    public static let awaitBody = Self(kind: .awaitBody)

    /// Sends bytes as they are.
    public static func send(_ bytes: [UInt8]) -> Self {
        Self(kind: .write(bytes, total: bytes.count))
    }

    /// Sends text as UTF-8, as it is: line ends are the caller's.
    public static func send(_ text: String) -> Self {
        send(Array(text.utf8))
    }

    /// Sends `size` bytes at once, then as many more each interval, for ever from the start again if `endless`.
    public static func trickle(
        _ text: String, by size: Int = 1, every interval: Duration, endless: Bool = false
    ) -> Self {
        Self(kind: .trickle(Array(text.utf8), size: max(1, size), interval: interval, endless: endless))
    }

    /// Sends the same bytes a number of times, as fast as the connection takes them.
    public static func repeating(_ bytes: [UInt8], times: Int) -> Self {
        Self(kind: .write(tiled(bytes), total: bytes.count * max(0, times)))
    }

    /// Sends the same bytes until the peer goes away, as fast as the connection takes them.
    public static func endless(_ bytes: [UInt8]) -> Self {
        Self(kind: .write(tiled(bytes), total: bytes.isEmpty ? 0 : nil))
    }

    /// Does nothing for a while. The peer's close is still noticed.
    public static func pause(_ time: Duration) -> Self {
        Self(kind: .pause(time))
    }

    /// Does nothing until the peer goes away.
    public static let stall = Self(kind: .stall)

    /// Reads until this many bytes of the current request's body have come in all, or a few more, and then nothing
    /// until the next such step.
    public static func readBody(upTo bytes: Int) -> Self {
        Self(kind: .readBody(bytes: bytes))
    }

    /// Reads nothing more on this connection, so that the peer's sending blocks once the buffers are full.
    public static let stopReading = Self(kind: .stopReading)

    /// Ends the server's direction (FIN) and keeps reading.
    public static let halfClose = Self(kind: .halfClose)

    /// Closes the connection (FIN). The kernel resets it instead if the peer has sent what was not read.
    public static let close = Self(kind: .close)

    /// Resets the connection (RST): what the peer has not read yet is lost.
    public static let reset = Self(kind: .reset)

    /// Whole copies of the bytes, enough that one write to a socket is worth its call. Shared by all connections.
    private static func tiled(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty, bytes.count < worthwhileWrite else { return bytes }
        var tiles = bytes
        while tiles.count < worthwhileWrite { tiles += tiles }
        return tiles
    }

    private static let worthwhileWrite = 256 * 1024
}
