public import Foundation
internal import Synchronization

/// An HTTP server on a free loopback port that does exactly what its scripts say, and keeps a journal of what it saw.
///
/// One thread serves every connection. The server stops when it is released.
///
/// ```swift
/// let server = try LoopbackServer(routes: ["/moved": .reply(status: 302, headers: ["Location": "/"])])
/// let reply = try await fetch.run(URLRequest(url: server.url("/moved")))
/// ```
public final class LoopbackServer: Sendable {
    /// How a server listens.
    public struct Options: Sendable, Hashable {
        /// What happens to connections.
        public enum Accepting: Sendable, Hashable {
            /// Each is accepted.
            case all
            /// None is accepted by the server; the kernel completes the handshakes and takes some bytes.
            case none
            /// The kernel's backlog is full, so that connecting hangs.
            case backlogFull
            /// Nothing listens on the port, which stays taken, so that connecting is refused.
            case refused
        }

        /// The address to listen on, 127.0.0.1 by default.
        public var address = LoopbackAddress.ipv4

        /// What happens to connections; by default each is accepted.
        public var accepting = Accepting.all

        /// Bytes the kernel may hold for the peer on each connection; the kernel's choice where `nil`.
        public var sendBuffer: Int?

        /// Bytes the kernel may hold for the server on each connection; the kernel's choice where `nil`.
        public var receiveBuffer: Int?

        /// The defaults.
        public init() {}
    }

    /// What the server saw and sees.
    public let journal = Journal()

    /// The port, chosen by the kernel.
    public let port: Int

    private let base: URL
    private let stopSignal: StopSignal
    private let thread: Mutex<JoinableThread?>

    /// Plays one script on every connection.
    ///
    /// - Throws: ``SocketFailure``.
    public convenience init(_ script: Script, options: Options = Options()) throws {
        try self.init(ServerBehavior(script), options)
    }

    /// Plays the script of the request's path, its query left aside; 404 for the rest.
    ///
    /// - Throws: ``SocketFailure``.
    public convenience init(routes: [String: Script], options: Options = Options()) throws {
        try self.init(ServerBehavior(routes: routes), options)
    }

    /// Plays the script returned for each request, of which only the head has been read. Called on the server's thread.
    ///
    /// - Throws: ``SocketFailure``.
    public convenience init(
        options: Options = Options(), respond: @escaping @Sendable (RecordedRequest) -> Script
    ) throws {
        try self.init(ServerBehavior(respond: respond), options)
    }

    private init(_ behavior: ServerBehavior, _ options: Options) throws {
        let listener = try Listener(options)
        let stopSignal = try StopSignal()
        port = Int(listener.port)
        guard let base = URL(string: "http://\(options.address.host):\(listener.port)") else {
            throw URLError(.badURL)
        }
        self.base = base
        self.stopSignal = stopSignal
        let accepts = options.accepting == .all
        var loop = try ServerLoop(
            listener, accepts: accepts, stopSignal: stopSignal, behavior: behavior, journal: journal)
        thread = Mutex(try JoinableThread { loop.run() })
    }

    deinit { stop() }

    /// The URL of a path on this server, with a query if need be; what stands in it is percent-encoded already.
    public func url(_ path: String = "/") -> URL {
        URL(string: base.absoluteString + path) ?? base.appending(path: path)
    }

    /// Closes every connection and waits for the server's thread to end. The journal stays.
    public func stop() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        stopSignal.send()
        thread.join()
    }
}
