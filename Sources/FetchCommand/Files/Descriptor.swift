internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An open file to write to. Nothing is buffered, so nothing is lost when the process ends.
struct Descriptor: Sendable {
    let number: Int32

    var isTerminal: Bool { isatty(number) == 1 }

    /// The width of the terminal; 80 where it does not say.
    var columns: Int {
        var size = winsize()
        // The structure is the one that the request fills in, and it outlives the call.
        let result = unsafe ioctl(number, UInt(TIOCGWINSZ), &size)
        return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Writes all bytes, waiting where the reader is slow, and returns 0 or the error number.
    func write(_ bytes: Data) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            // The pointer is used within the closure alone, with the count of the same buffer.
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(number, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    private func waitUntilWritable() {
        var interest = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        // One element, alive for the call.
        _ = unsafe poll(&interest, 1, -1)
    }
}

/// The system's `write`, which the method of the same name hides.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    // The caller passes a buffer's own address and count.
    unsafe write(number, bytes, count)
}
