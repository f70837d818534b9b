public import FetchKit

/// A request as the server read it.
public struct RecordedRequest: Sendable, Hashable {
    /// The head's bytes as they came, from the method to the empty line's end.
    public let head: [UInt8]

    /// The method, as sent.
    public let method: String

    /// The request target, as sent (RFC 9112 section 3.2).
    public let target: String

    /// The fields, in order.
    public let headers: FetchHeaders

    /// The body received so far, chunk framing removed.
    public internal(set) var body: [UInt8] = []

    /// Whether the body was received to its end. A request without a body is complete with its head.
    public internal(set) var isComplete = false

    /// The head as text.
    public var headText: String { String(decoding: head, as: UTF8.self) }

    /// The target up to its query.
    public var path: String { target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? target }

    init(head: [UInt8]) {
        self.head = head
        var lines = head.split(separator: UInt8(ascii: "\n")).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }[...]
        let start = lines.popFirst()?.split(separator: UInt8(ascii: " ")) ?? []
        method = start.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        target = start.count > 1 ? String(decoding: start[1], as: UTF8.self) : ""
        var headers = FetchHeaders()
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            headers.append(name: Array(line[..<colon]).span, value: Array(line[(colon + 1)...]).span)
        }
        self.headers = headers
    }
}
