internal import Foundation

extension Span<UInt8> {
    /// Where a byte first occurs; as fast in a debug build as in a release one.
    package func firstIndex(of byte: UInt8) -> Int? {
        // SAFETY: memchr reads the buffer alone, within the call, and what it returns points into it.
        unsafe withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, let found = unsafe memchr(base, Int32(byte), buffer.count) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }
}
