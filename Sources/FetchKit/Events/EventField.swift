/// What one line of an event stream says (WHATWG HTML, section 9.2.6).
enum EventField: Hashable {
    /// An empty line: the event is complete.
    case end
    case data(String)
    case event(String)
    case id(String)
    case retry(Duration)
    /// A comment, an unknown field, an ID with a NUL in it, or a time that is not digits.
    case ignored

    init(line: Span<UInt8>) {
        guard !line.isEmpty else {
            self = .end
            return
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
        var value = line.extracting(droppingFirst: min(colon + 1, line.count))
        if !value.isEmpty, value[0] == UInt8(ascii: " ") { value = value.extracting(droppingFirst: 1) }
        // No known name is longer, and what is longer need not be made a string.
        self =
            switch colon > 5 ? "" : String(repairing: line.extracting(first: colon)) {
            case "data": .data(String(repairing: value))
            case "event": .event(String(repairing: value))
            case "id": value.firstIndex(of: 0) == nil ? .id(String(repairing: value)) : .ignored
            case "retry": Self.milliseconds(value).map { .retry($0) } ?? .ignored
            default: .ignored
            }
    }

    /// A time in milliseconds from digits alone; one too large to count is the longest there is.
    private static func milliseconds(_ digits: Span<UInt8>) -> Duration? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for place in digits.indices {
            guard (48...57).contains(digits[place]) else { return nil }
            number = min(number * 10 + Int(digits[place] - 48), Int.max / 100)
        }
        return min(.milliseconds(number), FetchPolicy.longestTime)
    }
}
