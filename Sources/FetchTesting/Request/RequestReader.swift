internal import FetchKit

/// Takes a connection's bytes apart into requests (RFC 9112 sections 2, 6 and 7). Pure.
struct RequestReader {
    /// What the bytes brought.
    enum Event: Equatable {
        case head(RecordedRequest)
        case body(ArraySlice<UInt8>)
        case end
    }

    private enum State {
        case head
        case length(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        /// The line end that follows a chunk's data.
        case chunkEnd
        case trailers
    }

    private var state = State.head
    /// A head, or a line of chunk framing, that is not complete yet.
    private var partial: [UInt8] = []

    mutating func receive(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        var rest = bytes[...]
        while !rest.isEmpty { step(&rest, &events) }
        return events
    }

    private mutating func step(_ rest: inout ArraySlice<UInt8>, _ events: inout [Event]) {
        switch state {
        case .head:
            guard let head = takeHead(&rest) else { return }
            let request = RecordedRequest(head: head)
            events.append(.head(request))
            begin(bodyOf: request, &events)
        case .length(let remaining):
            let data = takeData(remaining, &rest, &events)
            state = .length(remaining: remaining - data)
            if data == remaining { end(&events) }
        case .chunkSize:
            guard let line = takeLine(&rest) else { return }
            let size = Int(String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self), radix: 16) ?? 0
            state = size > 0 ? .chunk(remaining: size) : .trailers
        case .chunk(let remaining):
            let data = takeData(remaining, &rest, &events)
            state = data == remaining ? .chunkEnd : .chunk(remaining: remaining - data)
        case .chunkEnd:
            if takeLine(&rest) != nil { state = .chunkSize }
        case .trailers:
            if takeLine(&rest)?.isEmpty == true { end(&events) }
        }
    }

    private mutating func begin(bodyOf request: RecordedRequest, _ events: inout [Event]) {
        if request.headers["Transfer-Encoding"]?.lowercased() == "chunked" {
            state = .chunkSize
        } else if let length = request.headers["Content-Length"].flatMap(Int.init), length > 0 {
            state = .length(remaining: length)
        } else {
            end(&events)
        }
    }

    private mutating func end(_ events: inout [Event]) {
        events.append(.end)
        state = .head
    }

    private func takeData(_ limit: Int, _ rest: inout ArraySlice<UInt8>, _ events: inout [Event]) -> Int {
        let data = rest.prefix(limit)
        rest = rest.dropFirst(data.count)
        events.append(.body(data))
        return data.count
    }

    /// The bytes up to and with the first empty line, once they are all there.
    private mutating func takeHead(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        while let byte = rest.popFirst() {
            partial.append(byte)
            if byte == UInt8(ascii: "\n") && partial.suffix(4).elementsEqual("\r\n\r\n".utf8) { return takePartial() }
        }
        return nil
    }

    /// The bytes of one line without its end, once they are all there.
    private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\n") {
                var line = takePartial()
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                return line
            }
            partial.append(byte)
        }
        return nil
    }

    private mutating func takePartial() -> [UInt8] {
        defer { partial = [] }
        return partial
    }
}
