internal import Glibc

/// What the kernel knows of a TCP connection.
enum SocketTraffic {
    /// Bytes that arrived on a connection and were read from it, in its whole life; `nil` where the kernel cannot tell.
    ///
    /// What still waits in the kernel is not counted: a paused reader has not been flooded.
    static func consumed(_ socket: Int32) -> Int? {
        var info: [UInt64] = Array(repeating: 0, count: 32)
        var length = socklen_t(info.count * 8)
        var waiting: Int32 = 0
        // SAFETY: the kernel writes at most `length` bytes of the array, and one integer.
        guard unsafe getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0,
            length >= socklen_t((bytesReceived + 1) * 8),
            unsafe ioctl(socket, UInt(FIONREAD), &waiting) == 0
        else { return nil }
        return Int(truncatingIfNeeded: info[bytesReceived]) - Int(waiting)
    }

    /// The port a connection has on this machine.
    static func localPort(of socket: Int32) -> Int? {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        // SAFETY: the kernel writes at most `length` bytes of the address.
        let isKnown = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(socket, $0, &length) }
        }
        // The port stands in the same place in the addresses of both families.
        return isKnown == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
    }

    /// Ends an idle connection on which something came: it belongs to no reply, and would be taken for one (RFC 9112
    /// section 9.2). False where nothing came.
    ///
    /// libcurl 7.88 uses such a connection again. It finds this one at its end.
    static func endIfSurplus(_ socket: Int32) -> Bool {
        var count: Int32 = 0
        // SAFETY: the kernel writes one integer.
        guard unsafe ioctl(socket, UInt(FIONREAD), &count) == 0, count > 0 else { return false }
        var surplus = [UInt8](repeating: 0, count: Int(count))
        shutdown(socket, Int32(SHUT_RDWR))
        // SAFETY: the buffer is as large as is said.
        unsafe recv(socket, &surplus, surplus.count, Int32(MSG_DONTWAIT))
        return true
    }

    /// Where `tcpi_bytes_received` stands in the kernel's `tcp_info`, in words of 8 bytes: byte 128, fixed since
    /// Linux 4.1. glibc's own structure of that name ends before it.
    private static let bytesReceived = 16
}
