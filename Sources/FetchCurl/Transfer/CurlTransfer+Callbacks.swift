internal import CCurl
internal import FetchKit
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
        guard let transfer = unsafe CurlTransfer.from(context) else { return 0 }
        let count = size * number
        return answer(unsafe transfer.receiveHead(UnsafeRawBufferPointer(start: bytes, count: count)), count)
    }

    static let onBody: curl_write_callback = { bytes, size, number, context in
        guard let transfer = unsafe CurlTransfer.from(context) else { return 0 }
        let count = size * number
        return answer(unsafe transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: count)), count)
    }

    static let onRead: curl_read_callback = { buffer, size, number, context in
        guard let transfer = unsafe CurlTransfer.from(context), let buffer = unsafe buffer else { return 0 }
        return unsafe transfer.sendBody(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * number))
    }

    /// libcurl sends a body again when a pooled connection turns out to be dead.
    static let onSeek: curl_seek_callback = { context, offset, origin in
        guard let transfer = unsafe CurlTransfer.from(context), origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
        transfer.sentBytes = Int(offset)
        return CURL_SEEKFUNC_OK
    }

    /// Sockets are opened here since libcurl 7.88 lets a child process inherit its own.
    static let onOpen: curl_opensocket_callback = { context, _, address in
        guard let address = unsafe address?.pointee else { return CURL_SOCKET_BAD }
        return socket(
            address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), address.protocol)
    }

    static let onClose: curl_closesocket_callback = { context, socket in
        if let context = unsafe context {
            unsafe Unmanaged<CurlWatch>.fromOpaque(context).takeUnretainedValue().sockets.forget(socket)
        }
        return close(socket)
    }
}

extension CurlTransfer {
    /// Copies the next bytes of the request's body; 0 at its end.
    private func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let body = exchange?.request.body, sentBytes < body.count else { return 0 }
        gate.noteActivity(at: watch.clock.now)
        let start = body.startIndex + sentBytes
        let piece = body[start..<min(start + buffer.count, body.endIndex)]
        unsafe piece.copyBytes(to: buffer)
        sentBytes += piece.count
        return piece.count
    }
}
