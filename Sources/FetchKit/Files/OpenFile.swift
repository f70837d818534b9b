internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An open regular file, closed with its owner. Reading names its place, so one file serves several readers.
///
/// Calls block for as long as the disk does.
final class OpenFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens a file to read.
    convenience init(reading path: String) throws(FileFault) {
        try self.init(path, O_RDONLY)
    }

    /// Opens a file to write, made if need be with the permissions that the process gives new files.
    convenience init(writing path: String, isNew: Bool) throws(FileFault) {
        try self.init(path, O_WRONLY | O_CREAT | (isNew ? O_EXCL : 0))
    }

    private init(_ path: String, _ flags: Int32) throws(FileFault) {
        self.path = path
        // The string outlives the call.
        descriptor = unsafe open(path, flags | O_CLOEXEC, 0o666)
        if descriptor < 0 { throw .last("open", path) }
        var status = stat()
        // The structure outlives the call.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            // Every property has its value, so `deinit` runs and closes it.
            throw FileFault(path: path, operation: "use", code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
    }

    deinit { close(descriptor) }

    /// The file's length now.
    func length() throws(FileFault) -> Int {
        var status = stat()
        // The structure outlives the call.
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last("examine", path) }
        return Int(status.st_size)
    }

    /// Copies bytes from a place in the file; fewer than asked for at its end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileFault) -> Int {
        while true {
            // The buffer outlives the call, which writes no more than its count.
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            if errno != EINTR { throw .last("read", path) }
        }
    }

    /// Writes all bytes at a place in the file.
    func write(_ bytes: Data, at offset: Int) throws(FileFault) {
        var rest = bytes
        var place = offset
        while !rest.isEmpty {
            // The buffer outlives the call, which reads no more than its count.
            let count = unsafe rest.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(place))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
                place += count
            } else if errno != EINTR {
                throw .last("write", path)
            }
        }
    }

    /// Cuts the file off at a length.
    func truncate(to length: Int) throws(FileFault) {
        if ftruncate(descriptor, off_t(length)) != 0 { throw .last("shorten", path) }
    }

    /// Claims the file for this process; `EWOULDBLOCK` where another has it.
    func lock() throws(FileFault) {
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { throw .last("claim", path) }
    }

    /// Gives up a claim. Closing alone would not where a child process, between its start and its program's, has the
    /// descriptor too.
    func unlock() {
        // One that was never claimed needs no giving up.
        _ = flock(descriptor, LOCK_UN)
    }
}
