internal import CCurl
internal import Foundation
internal import Glibc

/// What libcurl calls: each finds its transfer and asks it. Nothing here decides, and libcurl is never entered again.
///
/// SAFETY, for every callback: `context` is what `configureOnce` gave libcurl, a transfer (or for a closing socket the
/// loop's watch) that outlives its handle; pointers are valid for the sizes beside them during the call.
extension CurlTransfer {
    /// An abort: any count but the one given. Never "none", which for an empty piece would be success.
    private static func answer(_ accepted: Bool, _ count: Int) -> Int { accepted ? count : count &+ 1 }

    static let onHead: curl_write_callback = { bytes, size, number, context in
        let count = size * number
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return answer(unsafe CurlTransfer.with(context) { unsafe $0?.receiveHead(line) ?? false }, count)
    }

    static let onBody: curl_write_callback = { bytes, size, number, context in
        let count = size * number
        let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        switch unsafe CurlTransfer.with(context, { unsafe $0?.receiveBody(piece) ?? .refused }) {
        case .taken: return answer(true, count)
        case .held: return Int(CURL_WRITEFUNC_PAUSE)
        case .refused: return answer(false, count)
        }
    }

    static let onRead: curl_read_callback = { buffer, size, number, context in
        guard let buffer = unsafe buffer else { return 0 }
        let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * number)
        return unsafe CurlTransfer.with(context) { unsafe $0?.sendBody(into: room) ?? 0 }
    }

    /// libcurl sends a body again when a pooled connection turns out to be dead.
    static let onSeek: curl_seek_callback = { context, offset, origin in
        guard origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
        let isRewound = unsafe CurlTransfer.with(context) { $0?.rewindBody(to: Int(offset)) == true }
        return isRewound ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }

    static let onConnected: curl_prereq_callback = { context, _, _, _, _ in
        unsafe CurlTransfer.with(context) { $0?.maySend() == true } ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    /// Sockets are opened here since libcurl 7.88 lets a child process inherit its own.
    static let onOpen: curl_opensocket_callback = { context, _, address in
        guard let address = unsafe address?.pointee else { return CURL_SOCKET_BAD }
        let opened = socket(
            address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), address.protocol)
        let number = errno
        unsafe CurlTransfer.with(context) { $0?.noteOpening(opened, errno: number) }
        return opened
    }

    static let onClose: curl_closesocket_callback = { context, socket in
        unsafe CurlWatch.with(context) { watch in
            watch.sockets.forget(socket)
            watch.watchdog.noteClose(socket)
        }
        return close(socket)
    }
}
