/// Gzip and deflate data made by hand (RFC 1950 to 1952), so that scenarios know every byte of it.
enum GzipData {
    /// What a member begins with.
    static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]

    /// Bytes as they are, in stored blocks: a few bytes larger than what it decodes to.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        header + storedDeflate(bytes) + littleEndian(CRC32.of(bytes))
            + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// The same as a zlib stream, which is what HTTP calls deflate.
    static func storedZlib(_ bytes: [UInt8]) -> [UInt8] {
        let sums = bytes.reduce(into: (low: UInt32(1), high: UInt32(0))) { sums, byte in
            sums.low = (sums.low + UInt32(byte)) % 65_521
            sums.high = (sums.high + sums.low) % 65_521
        }
        return [0x78, 0x01] + storedDeflate(bytes) + littleEndian(sums.high << 16 | sums.low).reversed()
    }

    /// The same without a wrapper, which is what some servers call deflate.
    static func storedDeflate(_ bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xffff)
            rest = rest.dropFirst(block.count)
            data.append(rest.isEmpty ? 1 : 0)
            data += littleEndian(UInt16(block.count)) + littleEndian(~UInt16(block.count)) + block
        } while !rest.isEmpty
        return data
    }

    /// A number of zero bytes, 158 to one.
    static func zeros(_ count: Int) -> [UInt8] {
        var bits = BitWriter(bytes: header)
        bits.write(0b011, count: 3)  // the last block, with the fixed codes
        if count > 0 {
            let (matches, literals) = (count - 1).quotientAndRemainder(dividingBy: 258)
            for _ in 0...literals { bits.write(0b0000_1100, count: 8) }  // the literal 0
            bits.write(0b0_0000_1010_0011, count: 13, times: matches)  // 258 bytes, from one byte before
        }
        bits.write(0, count: 7)  // the end of the block
        return bits.finished + littleEndian(CRC32.ofZeros(count)) + littleEndian(UInt32(truncatingIfNeeded: count))
    }

    private static func littleEndian<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
        (0..<(Integer.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// Writes bits, the lowest of each value first.
    private struct BitWriter {
        var bytes: [UInt8]
        private var pending: UInt32 = 0
        private var pendingCount: UInt32 = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func write(_ value: UInt32, count: UInt32) {
            pending |= value << pendingCount
            pendingCount += count
            while pendingCount >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                pendingCount -= 8
            }
        }

        /// The same value over and over. Eight of them end where they began within a byte: from the second eight on
        /// their bytes are the same.
        mutating func write(_ value: UInt32, count: UInt32, times: Int) {
            let eights = max(0, times / 8 - 2)
            for _ in 0..<(times - 8 * eights) { write(value, count: count) }
            let pattern = bytes.suffix(Int(count))
            bytes.reserveCapacity(bytes.count + eights * pattern.count)
            for _ in 0..<eights { bytes += pattern }
        }

        /// The bytes, the last one filled up with zero bits.
        var finished: [UInt8] { pendingCount > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes }
    }
}

/// The checksum of gzip (RFC 1952 section 8).
private enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xff)] ^ ($0 >> 8) }
    }

    /// A zero byte is a linear map of the state's bits; squaring it makes many of them cheap.
    static func ofZeros(_ count: Int) -> UInt32 {
        var state: UInt32 = ~0
        var map = (0..<32).map { bit in table[Int((1 << bit) & 0xff as UInt32)] ^ ((1 << bit) >> 8) }
        var rest = count
        while rest > 0 {
            if rest & 1 == 1 { state = apply(map, state) }
            map = map.map { apply(map, $0) }
            rest >>= 1
        }
        return ~state
    }

    private static func apply(_ map: [UInt32], _ state: UInt32) -> UInt32 {
        (0..<32).reduce(0) { state >> $1 & 1 == 1 ? $0 ^ map[$1] : $0 }
    }
}
