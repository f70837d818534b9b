internal import Glibc

/// Which loopback address a server listens on.
public enum LoopbackAddress: Sendable, Hashable {
    /// 127.0.0.1
    case ipv4
    /// ::1
    case ipv6

    /// The host as it stands in a URL.
    var host: String {
        switch self {
        case .ipv4: "127.0.0.1"
        case .ipv6: "[::1]"
        }
    }

    var family: Int32 {
        switch self {
        case .ipv4: AF_INET
        case .ipv6: AF_INET6
        }
    }

    /// Binds a socket to a port of this address; 0 is any free one.
    func bind(_ socket: Descriptor, port: UInt16 = 0) throws(SocketFailure) {
        let result = unsafe socketAddress(port: port).withUnsafeBytes { bytes in
            // Every family's address begins as a sockaddr does, and the size says where it ends.
            unsafe Glibc.bind(
                socket.number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard result == 0 else { throw SocketFailure("bind") }
    }

    /// Begins to connect a socket that does not block; what comes of it is not asked.
    func beginConnecting(_ socket: Descriptor, port: UInt16) {
        _ = unsafe socketAddress(port: port).withUnsafeBytes { bytes in
            // As for `bind`.
            unsafe connect(
                socket.number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }

    /// The port a socket is bound to.
    func port(of socket: Descriptor) throws(SocketFailure) -> UInt16 {
        var address = socketAddress(port: 0)
        var size = socklen_t(address.count)
        let result = unsafe address.withUnsafeMutableBytes { bytes in
            // The kernel writes at most the size, which is that of this family's address.
            unsafe getsockname(socket.number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
        }
        guard result == 0 else { throw SocketFailure("getsockname") }
        return UInt16(address[2]) << 8 | UInt16(address[3])
    }

    /// The bytes of a `sockaddr_in` or `sockaddr_in6`: the family, the port in network order, the address.
    private func socketAddress(port: UInt16) -> [UInt8] {
        // A copy of a live value's bytes.
        let family = unsafe withUnsafeBytes(of: sa_family_t(family)) { unsafe [UInt8]($0) }
        let start = family + [UInt8(port >> 8), UInt8(port & 255)]
        return switch self {
        case .ipv4: start + [127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        case .ipv6: start + [UInt8](repeating: 0, count: 4 + 15) + [1] + [UInt8](repeating: 0, count: 4)
        }
    }
}
