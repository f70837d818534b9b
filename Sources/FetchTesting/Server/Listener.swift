internal import Glibc

/// A socket on a free loopback port, listening unless connecting is to be refused.
struct Listener: Sendable {
    let socket: Descriptor
    let port: UInt16

    /// Connections that fill the backlog, where it is to be full.
    private let fillers: [Descriptor]

    init(_ options: LoopbackServer.Options) throws(SocketFailure) {
        socket = try .stream(options.address)
        // Accepted sockets inherit the sizes.
        if let size = options.sendBuffer { socket.set(SOL_SOCKET, SO_SNDBUF, Int32(clamping: size)) }
        if let size = options.receiveBuffer { socket.set(SOL_SOCKET, SO_RCVBUF, Int32(clamping: size)) }
        try options.address.bind(socket)
        port = try options.address.port(of: socket)
        let isFull = options.accepting == .backlogFull
        let listens = options.accepting != .refused
        guard !listens || Glibc.listen(socket.number, isFull ? 0 : SOMAXCONN) == 0 else {
            throw SocketFailure("listen")
        }
        fillers = isFull ? try Self.fill(port, at: options.address) : []
    }

    /// A backlog of 0 holds one connection; what comes after it hears nothing. A few more make sure of it.
    private static func fill(_ port: UInt16, at address: LoopbackAddress) throws(SocketFailure) -> [Descriptor] {
        var fillers: [Descriptor] = []
        for _ in 0..<3 {
            let filler = try Descriptor.stream(address)
            address.beginConnecting(filler, port: port)
            fillers.append(filler)
        }
        return fillers
    }
}
