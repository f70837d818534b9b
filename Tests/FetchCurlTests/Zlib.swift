import CZlib
import Testing

/// What a server does before it sends a coded body.
enum Zlib {
    /// Compresses with zlib: window bits choose gzip (31), zlib (15) or the bare stream (-15).
    static func compress(_ bytes: [UInt8], windowBits: Int32) throws -> [UInt8] {
        var stream = unsafe z_stream()
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        let code = unsafe deflateInit2_(&stream, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        try #require(code == Z_OK)
        defer { unsafe deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 1_000)
        let count = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(output.count)
                _ = unsafe deflate(&stream, Z_FINISH)
                return unsafe output.count - Int(stream.avail_out)
            }
        }
        return Array(output.prefix(count))
    }
}
