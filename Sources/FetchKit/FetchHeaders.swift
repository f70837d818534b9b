/// The fields of a head in the order received, repeated ones kept apart, names in the server's own case.
///
/// Names are compared without regard to case (RFC 9110 section 5.1). A value's bytes are read as UTF-8 where they are
/// valid UTF-8 and as Latin-1 where they are not, so no byte a server sends is lost or refused.
///
/// The fields stand in one buffer as they do on the wire, and become strings only when they are asked for: a reply
/// whose fields nobody reads costs one allocation, however many there are.
public struct FetchHeaders: Sendable {
    /// Lines of a name, a colon, blanks, a value, blanks, and CR LF or LF. There is no CR, LF or NUL elsewhere.
    private var bytes: [UInt8] = []

    /// No fields.
    public init() {}

    /// No fields, with room for those of a usual head.
    package static var roomy: FetchHeaders {
        var headers = FetchHeaders()
        headers.bytes.reserveCapacity(usualSize)
        return headers
    }

    /// Forgets the fields and keeps the room.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Fields from names and values. CR, LF and NUL become spaces, in a name a colon too.
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields { append(name: Array(name.utf8).span, value: Array(value.utf8).span) }
    }

    /// Adds one field at the end, without its value's surrounding white space. CR, LF and NUL become spaces.
    public mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
        for index in 0..<name.count {
            bytes.append(name[index] == Self.colon ? Self.space : Self.unbroken(name[index]))
        }
        bytes.append(Self.colon)
        for index in 0..<value.count { bytes.append(Self.unbroken(value[index])) }
        bytes.append(Self.lineFeed)
    }

    /// Adds a line as it was received, its line end included; false, and nothing is added, where there is anything
    /// unusual about it.
    package mutating func append(line: Span<UInt8>) -> Bool {
        guard Self.isPlain(line), line[0] != Self.space, let colon = line.firstIndex(of: Self.colon), colon > 0,
            line[colon - 1] != Self.space
        else { return false }
        // SAFETY: the pointer is used within the call alone.
        unsafe line.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        return true
    }

    /// Adds to the last field's value what a folded line continued (RFC 9112 section 5.2), after one space.
    public mutating func appendFolded(_ continuation: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
        bytes.append(Self.space)
        let start = continuation.indices.first { !Self.isBlank(continuation[$0]) } ?? continuation.count
        for index in start..<continuation.count { bytes.append(Self.unbroken(continuation[index])) }
        bytes.append(Self.lineFeed)
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
    private static let space = UInt8(ascii: " ")
    private static let colon = UInt8(ascii: ":")
    private static let lineFeed = UInt8(ascii: "\n")

    /// The field at a place in the buffer, which moves on to the next; `nil` at the end.
    func field(at start: inout Int) -> (name: Range<Int>, value: Range<Int>)? {
        guard start < bytes.count else { return nil }
        let rest = bytes.span.extracting(droppingFirst: start)
        let end = rest.firstIndex(of: Self.lineFeed) ?? rest.count
        let colon = rest.firstIndex(of: Self.colon) ?? end
        var value = Swift.min(colon + 1, end)..<end
        while let first = value.first, Self.isBlank(rest[first]) { value.removeFirst() }
        while let last = value.last, Self.isBlank(rest[last]) { value.removeLast() }
        defer { start += end + 1 }
        return (start..<start + Swift.min(colon, end), start + value.lowerBound..<start + value.upperBound)
    }

    /// The first byte of the field at a place in the buffer; `nil` at the end.
    func initial(at start: Int) -> UInt8? { start < bytes.count ? bytes[start] : nil }

    /// True where a colon stands at a place in the buffer.
    func hasColon(at place: Int) -> Bool { place < bytes.count && bytes[place] == Self.colon }

    /// Moves on to the next field.
    func skipField(at start: inout Int) {
        let rest = bytes.span.extracting(droppingFirst: start)
        start += (rest.firstIndex(of: Self.lineFeed) ?? rest.count) + 1
    }

    func text(_ range: Range<Int>) -> String {
        let bytes = bytes[range]
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    func isNamed(_ name: String, _ range: Range<Int>) -> Bool {
        guard name.utf8.count == range.count else { return false }
        let field = bytes.span.extracting(range)
        // A string made by Swift lends its bytes; one that is bridged is read slowly, and right.
        // SAFETY: the span is used within the call alone.
        let isSame = unsafe name.utf8.withContiguousStorageIfAvailable { unsafe Self.isSame(field, $0.span) }
        return isSame ?? Self.isSame(field, Array(name.utf8).span)
    }

    private static func isSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        for index in 0..<left.count where left[index] != right[index] {
            if lowercased(left[index]) != lowercased(right[index]) { return false }
        }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

    /// Lends a value's bytes to who reads them without making a string.
    func withValue(_ range: Range<Int>, _ read: (Span<UInt8>) -> Void) {
        read(bytes.span.extracting(range))
    }

    /// True for a line that has its end and no other control byte.
    private static func isPlain(_ line: Span<UInt8>) -> Bool {
        guard line.count > 1, line[line.count - 1] == lineFeed else { return false }
        let end = line[line.count - 2] == 13 ? line.count - 2 : line.count - 1
        return !line.extracting(first: end).holdsByte(below: 32)
    }

    private static func unbroken(_ byte: UInt8) -> UInt8 { isBreak(byte) ? space : byte }

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
