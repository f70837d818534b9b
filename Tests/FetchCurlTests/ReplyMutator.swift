import FetchTesting

/// Makes wrong replies out of right ones: the same ones for the same seed.
struct ReplyMutator {
    private var random: SeededGenerator
    private let coded: [[UInt8]]

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        coded = try [
            Zlib.compress(Array("a coded body, a coded body, a coded body".utf8), windowBits: 31),
            Zlib.compress(Array("another coded body, another coded body".utf8), windowBits: 15),
        ]
    }

    /// A reply with up to eight mutations, or one in twenty with none.
    mutating func next() -> [UInt8] {
        var bytes = original()
        for _ in 0..<Int.random(in: 0...8, using: &random) where !Bool.oneIn(20, using: &random) { mutate(&bytes) }
        return bytes
    }

    private mutating func original() -> [UInt8] {
        switch Int.random(in: 0..<(Self.plain.count + 2), using: &random) {
        case Self.plain.count: Self.head("Content-Encoding: gzip", length: coded[0].count) + coded[0]
        case Self.plain.count + 1: Self.head("Content-Encoding: deflate", length: coded[1].count) + coded[1]
        case let place: Array(Self.plain[place].utf8)
        }
    }

    private static func head(_ field: String, length: Int) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\n\(field)\r\nContent-Length: \(length)\r\n\r\n".utf8)
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where place < bytes.count: bytes[place] = Self.bytes.randomElement(using: &random) ?? 0
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
        case 4: bytes.insert(contentsOf: Array(repeating: bytes[place..<end], count: 300).joined(), at: place)
        case 5: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: Array((Self.tokens.randomElement(using: &random) ?? "").utf8), at: place)
        }
    }

    private static let bytes: [UInt8] = [0, 1, 9, 10, 13, 32, 45, 48, 57, 58, 59, 127, 128, 255]

    private static let tokens = [
        "\r\n", "\n", "\r", "\r\n\r\n", ":", " ", "0\r\n\r\n", "ffffffffffffffff\r\n", "-1", "99999999999999999999",
        "Content-Length: 3\r\n", "Content-Length: 0\r\n", "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip\r\n",
        "Content-Encoding: gzip\r\n", "Content-Encoding: br, gzip\r\n", "Connection: close\r\n", "Location: /\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "HTTP/1.0 200\r\n",
        "HTTP/2 200\r\n", " folded\r\n", "data: x\n\n", "id: \0\n", "retry: 99999999999999999999\n", "\u{FEFF}", "é",
    ]

    private static let plain = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n"
            + "5;x=y\r\nhello\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.0 200 OK\r\nServer: old\r\n\r\none\ntwo\r\nthree\rfour",
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "2b\r\nid: 1\nevent: tick\nretry: 10\ndata: a\ndata: b\n\n\r\n9\r\ndata: c\n\n\r\n0\r\n\r\n",
        "HTTP/1.1 204 No Content\r\nX: y\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nA: \r\n b\r\n\tc\r\nContent-Length: 0\r\n\r\n",
    ]
}

extension Bool {
    fileprivate static func oneIn(_ count: Int, using random: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }
}
