internal import Foundation

/// What is asked of bytes from a server or a caller, as fast in a debug build as in a release one.
extension Span<UInt8> {
    /// Where a byte first occurs.
    package func firstIndex(of byte: UInt8) -> Int? {
        // SAFETY: memchr reads the buffer alone, within the call, and what it returns points into it.
        unsafe withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, let found = unsafe memchr(base, Int32(byte), buffer.count) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    /// True where a byte is below a limit of at most 128.
    package func holdsByte(below limit: UInt8) -> Bool {
        let limits = everyByte * UInt64(limit)
        // A byte below the limit, and that comes first, borrows, which sets its top bit.
        return holdsTopBit { ($0 &- limits) & ~$0 }
    }

    /// True where a byte is above a limit of at most 127.
    package func holdsByte(above limit: UInt8) -> Bool {
        let distances = everyByte * UInt64(127 - limit)
        return holdsTopBit { ($0 &+ distances) | $0 }
    }

    /// True where eight bytes, as one number, are mapped to a number in which a byte's top bit is set.
    @inline(__always)
    private func holdsTopBit(_ map: (UInt64) -> UInt64) -> Bool {
        // SAFETY: each read lies within the buffer.
        unsafe withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count >= 8 else {
                return unsafe bytes.contains { map(everyByte * UInt64($0)) & topBits != 0 }
            }
            // The last eight may have been among those before: it is all the same.
            let last = bytes.count - 8
            var found = unsafe map(start.loadUnaligned(fromByteOffset: last, as: UInt64.self))
            var index = 0
            while index < last {
                unsafe found |= map(start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                index &+= 8
            }
            return found & topBits != 0
        }
    }
}

/// 1 in each of eight bytes.
private let everyByte: UInt64 = 0x0101_0101_0101_0101
private let topBits = everyByte << 7
