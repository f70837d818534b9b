internal import FetchKit
internal import FetchTesting

extension ReplyExpectation {
    /// What must hold of the reply, a sentence each.
    var words: [String] {
        var words: [String] = []
        if let body { words.append("the body is right in each of its \(body.count) bytes") }
        if let lines { words.append("the lines are \(listed(lines))") }
        if let events { words.append("the events' data is \(listed(events.map(\.data)))") }
        if let names { words.append("the reply's fields are, in order: \(listed(names))") }
        return words + fieldWords(headers, of: "the reply")
    }
}

extension FileExpectation {
    /// What must be in the folder, a sentence each.
    var words: [String] {
        let place: [String] =
            switch content {
            case nil: []
            case .absent: ["no file is there"]
            case .asBefore: ["the file is as it was before"]
            case .text(let text): ["the file is right in each of its \(text.utf8.count) bytes"]
            case .length(let count): ["the file has \(count) bytes"]
            }
        return place + (others.isEmpty ? [] : ["beside it there is \(listed(others))"])
    }
}

extension WireExpectation {
    /// What the server must have seen, a sentence each.
    var words: [String] {
        var words: [String] = []
        if let maxBytesSent { words.append("the server gets rid of at most \(maxBytesSent) bytes") }
        if let maxBytesSentAfter { words.append("of these, at most \(maxBytesSentAfter) after the outcome") }
        if let peerGoneWithin { words.append("the peer is gone within \(peerGoneWithin.inSeconds) of the outcome") }
        if let connections { words.append("the server accepts \(counted(connections)) connections") }
        if let requests { words.append("the server reads \(requests) requests") }
        if let line { words.append("the request line is \(cut(line.debugDescription))") }
        if let head { words.append("the request's head is \(cut(head.debugDescription))") }
        if let body { words.append("the request's body is right in each of its \(body.count) bytes") }
        if let isBodyWhole { words.append("the request's body \(isBodyWhole ? "is" : "is not") received to its end") }
        if let maxBytesWhileHeld {
            words.append("while the reader waits, the server gets rid of at most \(maxBytesWhileHeld) bytes")
        }
        for (name, values) in headersInTurn.sorted(by: { $0.key < $1.key }) {
            words.append("\(name) is, request by request: \(listed(values.map { $0 ?? "absent" }))")
        }
        return words + fieldWords(headers, of: "each request")
    }

    private func counted(_ range: ClosedRange<Int>) -> String {
        range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}

private func fieldWords(_ fields: [String: [String]], of what: String) -> [String] {
    fields.sorted { $0.key < $1.key }.map { name, values in
        values.isEmpty ? "\(what) has no field \(name)" : "\(what)'s \(name) is \(listed(values))"
    }
}

private func listed(_ values: [String]) -> String {
    values.map { cut($0.debugDescription) }.joined(separator: ", ")
}

private func cut(_ text: String) -> String { text.count > 300 ? text.prefix(300) + "..." : text }
