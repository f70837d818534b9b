internal import CZlib

/// Undoes a content coding, gzip or deflate, outside libcurl: what libcurl's own decoding takes for success when it is
/// cut short, or refuses although it is right (several gzip members), is decided here.
@safe struct ContentDecoder: ~Copyable {
    /// What is offered in `Accept-Encoding`, and all that is decoded.
    static let offered = "gzip, deflate"

    /// What became of a piece of coded body.
    enum Step: Equatable {
        /// All of it was taken.
        case more
        /// The receiver wants no more for now; there may be more even without more input.
        case stopped
        /// The coded bytes are not what the coding allows.
        case damaged(String)
    }

    private enum Coding { case gzip, deflate }
    /// Where the decoder stands; bytes of a gzip member are preceded by the place between two members.
    private enum Place { case untouched, inside, ended }

    private let coding: Coding
    private var place = Place.untouched
    /// zlib keeps the address of its stream, so it cannot stand in a value that moves.
    private let stream: UnsafeMutablePointer<z_stream>
    private let scratch: UnsafeMutableRawBufferPointer

    /// A decoder for one coding by its name in `Content-Encoding`; `nil` for one that is not decoded here.
    init?(_ name: String) {
        switch name {
        case "gzip", "x-gzip": coding = .gzip
        case "deflate": coding = .deflate
        default: return nil
        }
        // SAFETY, for every unsafe expression here: both blocks are owned by this value, which cannot be copied, and
        // are freed with it; inflateEnd of a stream that was never set up is refused without effect.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        unsafe scratch = .allocate(byteCount: Self.pieceSize, alignment: 16)
    }

    private static let pieceSize = 16 * 1024

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
        unsafe scratch.deallocate()
    }

    /// True where the coded body may end: before its first byte (a body without bytes), or after a whole stream.
    var mayEnd: Bool { place != .inside }

    /// Decodes a piece of the body.
    ///
    /// - Parameters:
    ///   - input: Coded bytes, split anywhere.
    ///   - room: How many decoded bytes are still welcome, asked before each piece of output; one more is made at
    ///     most, to tell a body that ends there from one that goes on.
    ///   - receive: Takes decoded bytes; false to stop.
    /// - Returns: What became of the piece, and how many of its bytes were taken.
    mutating func decode(
        _ input: UnsafeRawBufferPointer, room: () -> Int, receive: (UnsafeRawBufferPointer) -> Bool
    ) -> (step: Step, count: Int) {
        let step = unsafe inflate(input, room: room, receive: receive)
        // SAFETY: the stream's count is one of this piece, or 0.
        return unsafe (step, input.count - Int(stream.pointee.avail_in))
    }

    private mutating func inflate(
        _ input: UnsafeRawBufferPointer, room: () -> Int, receive: (UnsafeRawBufferPointer) -> Bool
    ) -> Step {
        // SAFETY: zlib does not write to its input, whatever its declaration says; both pointers are set anew here.
        unsafe stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
            .assumingMemoryBound(to: UInt8.self)
        unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
        // Without input there may still be output, but only inside a stream.
        guard input.count > 0 || place == .inside else { return .more }
        if place == .untouched, !open(firstByte: unsafe input[0]) { return .damaged("no memory for a decoder") }
        while true {
            if place == .ended {
                if unsafe stream.pointee.avail_in == 0 { return .more }
                guard coding == .gzip, unsafe inflateReset(stream) == Z_OK else {
                    return .damaged("bytes follow its end")
                }
                place = .inside
            }
            let size = max(1, min(Self.pieceSize, room() &+ 1))
            unsafe stream.pointee.next_out = scratch.baseAddress?.assumingMemoryBound(to: UInt8.self)
            unsafe stream.pointee.avail_out = UInt32(size)
            let code = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            if code == Z_STREAM_END { place = .ended }
            let made = unsafe size - Int(stream.pointee.avail_out)
            if made > 0, unsafe !receive(UnsafeRawBufferPointer(rebasing: scratch[..<made])) { return .stopped }
            switch code {
            case Z_STREAM_END: continue
            case Z_OK where made == size: continue
            case Z_OK, Z_BUF_ERROR: if unsafe stream.pointee.avail_in == 0 { return .more }
            default: return .damaged("its \(coding) stream is corrupt")
            }
        }
    }

    /// Sets zlib up for what the first byte shows: "deflate" means a zlib stream (RFC 9110 section 8.4.1.2), but some
    /// servers send the bare one; a zlib stream's first byte says method 8.
    private mutating func open(firstByte: UInt8) -> Bool {
        let windowBits: Int32 =
            switch coding {
            case .gzip: 16 + MAX_WBITS
            case .deflate: firstByte & 0x0F == 8 ? MAX_WBITS : -MAX_WBITS
            }
        place = .inside
        return unsafe fetch_inflate_init(stream, windowBits) == Z_OK
    }
}
