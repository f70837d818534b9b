internal import Glibc
internal import Synchronization

/// Loopback ports for servers that must be told theirs.
///
/// They lie below the range from which the kernel takes the ports of clients and of servers on port 0, so that what was
/// free a moment ago is not taken by one of those; and no two callers in this process are told the same.
enum PrivatePort {
    private static let range: Range<UInt16> = 12_000..<32_000
    private static let next = Atomic(UInt16.random(in: range))

    /// Ports that were free a moment ago. Another process may still take one.
    static func take(_ count: Int) throws(SocketFailure) -> [Int] {
        var ports: [Int] = []
        for _ in range where ports.count < count {
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            let port = range.lowerBound + number % UInt16(range.count)
            let socket = try Descriptor.stream(.ipv4)
            // What is taken is passed over.
            if (try? LoopbackAddress.ipv4.bind(socket, port: port)) != nil { ports.append(Int(port)) }
        }
        return ports
    }

    /// Whether a server listens.
    static func answers(_ port: Int) -> Bool {
        guard let socket = try? Descriptor.stream(.ipv4) else { return false }
        LoopbackAddress.ipv4.beginConnecting(socket, port: UInt16(clamping: port))
        // On loopback a connection is made, or refused, before the call returns.
        return !socket.takesError() && socket.hasPeer
    }
}

extension Descriptor {
    fileprivate var hasPeer: Bool {
        var address = sockaddr()
        var size = socklen_t(MemoryLayout<sockaddr>.size)
        // Both pointers are to live values, and the size says how large the first one is.
        return unsafe getpeername(number, &address, &size) == 0
    }
}
