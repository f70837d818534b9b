/// The fields of a head in the order received, repeated ones kept apart, names in the server's own case.
///
/// Names are compared without regard to case (RFC 9110 section 5.1). A value's bytes are read as UTF-8 where they are
/// valid UTF-8 and as Latin-1 where they are not, so no byte a server sends is lost or refused.
///
/// The fields stand in one buffer and become strings only when they are asked for: a reply whose fields nobody reads
/// costs one allocation, however many there are.
public struct FetchHeaders: Sendable {
    /// Each field as three lengths of four bytes each, and what they count: its name, what stood between, its value.
    private var bytes: [UInt8] = []
    /// Where the last field begins.
    private var last = 0

    /// No fields.
    public init() {}

    /// Fields from names and values. CR, LF and NUL become spaces, in a name a colon too.
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields { append(name: Array(name.utf8).span, value: Array(value.utf8).span) }
    }

    /// Adds one field at the end, without its value's surrounding white space. CR, LF and NUL become spaces.
    public mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
        let value = value.extracting(Self.trimmed(value))
        appendLengths(name.count, 0, value.count)
        appendUnbroken(name)
        replace(UInt8(ascii: ":"), in: name)
        appendUnbroken(value)
    }

    /// Adds the field of a line whose name ends before the given colon, the first; otherwise as above.
    package mutating func append(line: Span<UInt8>, colon: Int) {
        let value = Self.trimmed(line.extracting(droppingFirst: colon + 1))
        appendLengths(colon, value.lowerBound + 1, value.count)
        appendUnbroken(line.extracting(first: colon + 1 + value.upperBound))
    }

    /// Adds to the last field's value what a folded line continued (RFC 9112 section 5.2), after one space.
    public mutating func appendFolded(_ continuation: Span<UInt8>) {
        var start = last
        let addition = continuation.extracting(Self.trimmed(continuation))
        guard let field = field(at: &start), !addition.isEmpty else { return }
        let tail = bytes[field.value] + (field.value.isEmpty ? [] : [Self.space])
        let name = Array(bytes[field.name])
        bytes.removeSubrange(last...)
        appendLengths(name.count, 0, tail.count + addition.count)
        bytes += name
        bytes += tail
        appendUnbroken(addition)
    }

    /// The first value of a name, or `nil` where the field is absent; an empty field is `""`.
    public subscript(name: String) -> String? {
        var start = 0
        while let field = field(at: &start) { if isNamed(name, field.name) { return text(field.value) } }
        return nil
    }

    /// Every value of a name, in order.
    public func values(of name: String) -> [String] {
        var values: [String] = []
        var start = 0
        while let field = field(at: &start) { if isNamed(name, field.name) { values.append(text(field.value)) } }
        return values
    }

    /// True when the name occurs; makes no string.
    public func contains(_ name: String) -> Bool {
        var start = 0
        while let field = field(at: &start) { if isNamed(name, field.name) { return true } }
        return false
    }

    /// True when there are no fields.
    public var isEmpty: Bool { bytes.isEmpty }
}

// MARK: The buffer

extension FetchHeaders {
    /// Most heads fit, and then the buffer is allocated once.
    private static let usualSize = 512
    private static let lengthsSize = 12
    private static let space = UInt8(ascii: " ")

    /// The field at a place in the buffer, which moves on to the next; `nil` at the end.
    func field(at start: inout Int) -> (name: Range<Int>, value: Range<Int>)? {
        guard start < bytes.count else { return nil }
        let nameStart = start + Self.lengthsSize
        let nameEnd = nameStart + length(at: start)
        let valueStart = nameEnd + length(at: start + 4)
        let valueEnd = valueStart + length(at: start + 8)
        start = valueEnd
        return (nameStart..<nameEnd, valueStart..<valueEnd)
    }

    func text(_ range: Range<Int>) -> String {
        let bytes = bytes[range]
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    func isNamed(_ name: String, _ range: Range<Int>) -> Bool {
        guard name.utf8.count == range.count else { return false }
        let field = bytes.span.extracting(range)
        var index = 0
        for byte in name.utf8 {
            guard Self.lowercased(byte) == Self.lowercased(field[index]) else { return false }
            index += 1
        }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

    /// Lends a value's bytes to who reads them without making a string.
    func withValue(_ range: Range<Int>, _ read: (Span<UInt8>) -> Void) {
        read(bytes.span.extracting(range))
    }

    private func length(at place: Int) -> Int {
        // SAFETY: any four bytes are an integer; the span checks that they are in the buffer.
        Int(unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self))
    }

    private mutating func appendLengths(_ name: Int, _ gap: Int, _ value: Int) {
        if bytes.isEmpty { bytes.reserveCapacity(Self.usualSize) }
        last = bytes.count
        let lengths = (
            UInt32(truncatingIfNeeded: name), UInt32(truncatingIfNeeded: gap), UInt32(truncatingIfNeeded: value)
        )
        // SAFETY: the copy's bytes are read within the call alone.
        unsafe withUnsafeBytes(of: lengths) { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func appendUnbroken(_ addition: Span<UInt8>) {
        // SAFETY: the pointer is used within the call alone.
        unsafe addition.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        replace(13, in: addition)
        replace(10, in: addition)
        replace(0, in: addition)
    }

    /// Puts spaces in place of a byte, if it occurs, in what has just been added.
    private mutating func replace(_ byte: UInt8, in addition: Span<UInt8>) {
        guard addition.firstIndex(of: byte) != nil else { return }
        for index in (bytes.count - addition.count)..<bytes.count where bytes[index] == byte {
            bytes[index] = Self.space
        }
    }

    private static func trimmed(_ value: Span<UInt8>) -> Range<Int> {
        var (lower, upper) = (0, value.count)
        while lower < upper, isBlank(value[lower]) { lower += 1 }
        while upper > lower, isBlank(value[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == UInt8(ascii: "\t") || isBreak(byte)
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == 13 || byte == 10 || byte == 0 }
}

extension FetchHeaders: Sequence {
    /// One field.
    public typealias Element = (name: String, value: String)

    /// The fields in order.
    public struct Iterator: IteratorProtocol, Sendable {
        fileprivate let headers: FetchHeaders
        fileprivate var start = 0

        /// The next field, or `nil` at the end.
        public mutating func next() -> Element? {
            headers.field(at: &start).map { (headers.text($0.name), headers.text($0.value)) }
        }
    }

    /// The fields in order.
    public func makeIterator() -> Iterator { Iterator(headers: self) }
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
