/// A frame of HTTP/2 as a server's script sends it, right or wrong (RFC 9113 section 4.1).
///
/// Over TLS a script's server stands behind one that speaks it, as ``Nginx/startTLS(before:showing:protocols:)`` does.
/// What a client sends is not read as frames: a client's first stream is 1.
public struct HTTP2Frame: Sendable, Hashable {
    /// The frame's bytes, header and payload.
    public let bytes: [UInt8]

    /// Makes a frame of any type, whatever it is good for; of a payload above 2^24 - 1 bytes only the length is wrong.
    public init(type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = []) {
        let length = payload.count
        bytes =
            [UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8)]
            + [UInt8(truncatingIfNeeded: length), type, flags] + Self.bigEndian(stream) + payload
    }

    /// The server's first frame: no settings.
    public static let settings = Self(type: 4)

    /// A head or trailer: each field is a literal, neither indexed nor compressed (RFC 7541 section 6.2.2).
    public static func headers(_ fields: [(String, String)], endsStream: Bool = false, stream: UInt32 = 1) -> Self {
        let block = fields.flatMap { name, value -> [UInt8] in [0] + literal(name) + literal(value) }
        return Self(type: 1, flags: endsStream ? 5 : 4, stream: stream, payload: block)
    }

    /// A head of a status and nothing else.
    public static func head(status: Int, endsStream: Bool = false) -> Self {
        headers([(":status", String(status))], endsStream: endsStream)
    }

    /// A piece of body.
    public static func data(_ text: String, endsStream: Bool = false, stream: UInt32 = 1) -> Self {
        Self(type: 0, flags: endsStream ? 1 : 0, stream: stream, payload: Array(text.utf8))
    }

    /// The end of a stream, for a reason (RFC 9113 section 7).
    public static func reset(_ code: UInt32, stream: UInt32 = 1) -> Self {
        Self(type: 3, stream: stream, payload: bigEndian(code))
    }

    /// The farewell: no stream above the last is answered.
    public static func goAway(lastStream: UInt32, code: UInt32 = 0) -> Self {
        Self(type: 7, payload: bigEndian(lastStream) + bigEndian(code))
    }

    /// Leave to send more.
    public static func windowUpdate(_ increment: UInt32, stream: UInt32 = 0) -> Self {
        Self(type: 8, stream: stream, payload: bigEndian(increment))
    }

    /// A question whether the other side is there.
    public static let ping = Self(type: 6, payload: Array("12345678".utf8))

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// A string without Huffman coding: its length with a prefix of 7 bits (RFC 7541 sections 5.1 and 5.2), then itself.
    private static func literal(_ text: String) -> [UInt8] {
        guard text.utf8.count >= 127 else { return [UInt8(text.utf8.count)] + text.utf8 }
        var (length, rest) = ([UInt8(127)], text.utf8.count - 127)
        while rest >= 128 {
            length.append(UInt8(rest % 128) | 128)
            rest /= 128
        }
        return length + [UInt8(rest)] + text.utf8
    }
}

extension Script.Step {
    /// Sends frames of HTTP/2.
    public static func send(_ frames: HTTP2Frame...) -> Self {
        send(frames.flatMap(\.bytes))
    }

    /// Sends the same frame until the peer goes away, as fast as the connection takes it.
    public static func endless(_ frame: HTTP2Frame) -> Self {
        endless(frame.bytes)
    }
}
