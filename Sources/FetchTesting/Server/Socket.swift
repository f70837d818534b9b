internal import CLinux
internal import Glibc

/// A failed system call while a server or a child process is set up.
public struct SocketFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call that failed.
    public let call: String
    /// What `errno` was.
    public let number: Int32

    /// The call and the system's own words.
    public var description: String {
        // strerror returns a valid C string for every number.
        unsafe "\(call): \(String(cString: strerror(number)))"
    }

    init(_ call: String) {
        self.call = call
        number = errno
    }
}

/// An open descriptor, closed when its last holder lets go of it.
final class Descriptor: Sendable {
    let number: Int32

    /// Takes over the result of the call named, which is negative if it failed.
    init(_ number: Int32, from call: String) throws(SocketFailure) {
        guard number >= 0 else { throw SocketFailure(call) }
        self.number = number
    }

    deinit { Glibc.close(number) }
}

/// What a read or a write came to.
enum Transfer: Equatable {
    case moved(Int)
    case blocked
    case ended
    case failed
}

/// The calls on TCP sockets, none of which blocks, leaks into a child process or raises a signal.
extension Descriptor {
    static func stream(_ address: LoopbackAddress) throws(SocketFailure) -> Descriptor {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        return try Descriptor(socket(address.family, type, 0), from: "socket")
    }

    /// The next connection that waits, or `nil`.
    func accept() -> Descriptor? {
        let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        guard let socket = try? Descriptor(accept4(number, nil, nil, flags), from: "accept4") else { return nil }
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        return socket
    }

    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        // The pointer and the size are of one live Int32.
        unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Whether the socket holds an error, a reset among them; asking takes it away.
    func takesError() -> Bool {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        // Both pointers are to live values, and the size says how large the first one is.
        unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &value, &size)
        return value != 0
    }

    func send(_ bytes: ArraySlice<UInt8>) -> Transfer {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            // The buffer is live for the length of the call.
            unsafe Glibc.send(number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        }
        return count < 0 ? Self.failure : .moved(count)
    }

    /// Reads into the buffer, from its start.
    func receive(into buffer: inout [UInt8]) -> Transfer {
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            // The buffer is live for the length of the call.
            unsafe recv(number, buffer.baseAddress, buffer.count, 0)
        }
        if count == 0 { return .ended }
        return count < 0 ? Self.failure : .moved(count)
    }

    private static var failure: Transfer { errno == EAGAIN || errno == EINTR ? .blocked : .failed }

    func endSending() {
        shutdown(number, Int32(SHUT_WR))
    }

    /// Makes the close to come a reset: nothing lingers for no time.
    func resetOnClose() {
        var value = linger(l_onoff: 1, l_linger: 0)
        // The pointer and the size are of one live linger value.
        unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }
}
