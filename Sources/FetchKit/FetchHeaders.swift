/// The fields of a head in the order received, repeated ones kept apart, names in the server's own case.
///
/// Names are compared without regard to case (RFC 9110 section 5.1). A value's bytes are read as UTF-8 where they are
/// valid UTF-8 and as Latin-1 where they are not, so no byte a server sends is lost or refused.
///
/// The fields stand in one buffer and become strings only when they are asked for: a reply whose fields nobody reads
/// costs one allocation, however many there are.
public struct FetchHeaders: Sendable {
    /// Each field as `name:value` and a line feed; neither part holds a line feed, the name holds no colon.
    private var bytes: [UInt8] = []

    /// No fields.
    public init() {}

    /// Fields from names and values. CR, LF and NUL become spaces, in a name a colon too.
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields { append(name: name.utf8, value: value.utf8) }
    }

    /// Adds one field at the end, without its surrounding white space. CR, LF and NUL become spaces.
    public mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
        if bytes.capacity < 512 { bytes.reserveCapacity(512) }
        for byte in name { bytes.append(byte == Self.colon ? Self.space : Self.unbroken(byte)) }
        bytes.append(Self.colon)
        appendTrimmed(value, toValueAt: bytes.count)
        bytes.append(Self.lineFeed)
    }

    /// Adds to the last field's value what a folded line continued (RFC 9112 section 5.2), after one space.
    public mutating func appendFolded(_ continuation: some Collection<UInt8>) {
        guard bytes.popLast() != nil else { return }
        let line = bytes.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
        let value = bytes[line...].firstIndex(of: Self.colon).map { $0 + 1 } ?? bytes.count
        if bytes.count > value { bytes.append(Self.space) }
        appendTrimmed(continuation, toValueAt: value)
        bytes.append(Self.lineFeed)
    }

    /// The first value of a name, or `nil` where the field is absent; an empty field is `""`.
    public subscript(name: String) -> String? {
        for field in lines where field.isNamed(name) { return field.value }
        return nil
    }

    /// Every value of a name, in order.
    public func values(of name: String) -> [String] {
        lines.filter { $0.isNamed(name) }.map(\.value)
    }

    /// True when the name occurs; makes no string.
    public func contains(_ name: String) -> Bool {
        lines.contains { $0.isNamed(name) }
    }

    /// Adds bytes to the value that begins at `start`: none that ends a line, and white space neither first nor last.
    private mutating func appendTrimmed(_ addition: some Collection<UInt8>, toValueAt start: Int) {
        let joint = bytes.count
        for byte in addition.lazy.map(Self.unbroken) where bytes.count > joint || !Self.isBlank(byte) {
            bytes.append(byte)
        }
        while bytes.count > start, let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
    }

    private static func unbroken(_ byte: UInt8) -> UInt8 { byte == 13 || byte == lineFeed || byte == 0 ? space : byte }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
    private static let lineFeed = UInt8(ascii: "\n")
    private static let colon = UInt8(ascii: ":")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
}

extension FetchHeaders: Sequence {
    /// One field.
    public typealias Element = (name: String, value: String)

    /// The fields in order.
    public func makeIterator() -> AnyIterator<Element> {
        var lines = lines.makeIterator()
        return AnyIterator { lines.next().map { ($0.name, $0.value) } }
    }

    /// True when there are no fields.
    public var isEmpty: Bool { bytes.isEmpty }
}

extension FetchHeaders: Hashable {
    /// Equal when the same fields stand in the same order; names compare without regard to case.
    public static func == (left: FetchHeaders, right: FetchHeaders) -> Bool {
        left.bytes == right.bytes
            || left.elementsEqual(right) { $0.name.lowercased() == $1.name.lowercased() && $0.value == $1.value }
    }

    /// Hashes the fields, names without regard to case.
    public func hash(into hasher: inout Hasher) {
        for (name, value) in self {
            hasher.combine(name.lowercased())
            hasher.combine(value)
        }
    }
}

extension FetchHeaders {
    /// A field as it stands in the buffer.
    fileprivate struct Line {
        let bytes: [UInt8]
        let colon: Int
        let range: Range<Int>

        var name: String { Self.text(bytes[range.lowerBound..<colon]) }
        var value: String { Self.text(bytes[(colon + 1)..<range.upperBound]) }

        func isNamed(_ other: String) -> Bool {
            let other = other.utf8
            guard other.count == colon - range.lowerBound else { return false }
            return zip(other, bytes[range.lowerBound..<colon]).allSatisfy { Self.lower($0) == Self.lower($1) }
        }

        private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

        private static func text(_ bytes: ArraySlice<UInt8>) -> String {
            String(validating: bytes, as: UTF8.self)
                ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }

    private var lines: some Sequence<Line> {
        sequence(state: 0) { [bytes] start -> Line? in
            guard start < bytes.count, let colon = bytes[start...].firstIndex(of: Self.colon),
                let end = bytes[colon...].firstIndex(of: Self.lineFeed)
            else { return nil }
            defer { start = end + 1 }
            return Line(bytes: bytes, colon: colon, range: start..<end)
        }
    }
}
