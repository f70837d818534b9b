internal import FetchKit
internal import FetchTesting

extension Scenario {
    /// What is asked, and in which way.
    var requestLines: [String] {
        let shown = requests.prefix(Self.mostShown).map(\.words)
        if requests.count == 1 { return ["\(action.words) \(requests[0].words)"] }
        let rest = requests.count - shown.count
        return [action.words] + shown + (rest > 0 ? ["and \(rest) more requests like these"] : [])
    }

    /// What each exchange is granted.
    var policyLines: [String] {
        [
            "a body of at most \(policy.budget) bytes, a head of at most \(policy.headBudget)",
            "\(policy.idleTimeout.inSeconds) of silence, \(policy.deadline.inSeconds) in all",
        ]
    }

    /// The outcome, and what else must hold.
    var expectationLines: [String] {
        var lines = ["\(expected): \(expected.words)"] + reply.words + file.words
        if let time { lines.append("in \(time.words), \(action.clockStart)") }
        lines += wire.words
        if let memory { lines.append("this process's memory grows by at most \(memory) bytes") }
        return lines
    }
}

extension ScenarioRequest {
    /// The request line, its fields and its body.
    var words: String {
        var words = (["\(method) \(url ?? path)"] + headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
            .joined(separator: ", ").debugDescription.dropFirst().dropLast()[...]
        if words.count > 200 { words = words.prefix(200) + "..." }
        if let body { words += ", with a body of \(body.count) bytes" }
        if let stream {
            words += ", with a body that comes in \(stream.pieces.count) pieces, each after \(stream.pause.inSeconds)"
            if stream.fails { words += ", and then breaks off" }
        }
        return String(words)
    }
}

extension ScenarioAction {
    /// What is done, as the beginning of a list of requests.
    var words: String {
        switch self {
        case .once: "once:"
        case .sequence: "one after the other, on one backend:"
        case .spaced(let pause): "one after the other, on one backend, each after a pause of \(pause.inSeconds):"
        case .parallel(let count): "\(count) at once, on one backend:"
        case .cancel(let moment): "once, its task cancelled \(moment.words):"
        case .cancelGroup(let moment, let count):
            "\(count) at once in one task group, its task cancelled \(moment.words):"
        case .cancelEach(let count, let times):
            "\(count), a few at a time, each with a task that is cancelled after \(times.words):"
        case .stop(let moment, let count): "\(count) at once, their backend stopped \(moment.words):"
        case .stream(let reading): "as a stream, read \(reading.words):"
        case .lines(let limit): "as lines of at most \(limit) bytes:"
        case .events(let limits): "as events of at most \(limits.event) bytes, on lines of at most \(limits.line):"
        case .reconnect(_, let count): "as \(count) events over as many connections as it takes:"
        case .download(let place, let isResuming):
            "downloaded to \(place.words)\(isResuming ? ", resuming what an earlier attempt left" : ""):"
        case .upload(let body): "with \(body.words) sent:"
        }
    }

    /// What a window of time is counted from.
    var clockStart: String {
        switch self {
        case .stream(let reading) where reading.turn == .isCancelled: "counted from the cancellation"
        case .once, .sequence, .spaced, .parallel, .cancelEach, .stream, .lines, .events, .reconnect, .download,
            .upload:
            "counted from the start"
        case .cancel, .cancelGroup: "counted from the cancellation"
        case .stop: "counted from the stop"
        }
    }
}

extension ScenarioAction.Moment {
    /// When, as the end of a sentence.
    var words: String {
        switch self {
        case .beforeStart: "before it starts"
        case .after(let time): "after \(time.inSeconds)"
        case .requestsSeen(1): "once the server has read the request's head"
        case .requestsSeen(let count): "once the server has read the heads of \(count) requests"
        case .bytesSent(1): "once the server has sent a byte"
        case .bytesSent(let count): "once the server has sent \(count) bytes"
        case .afterEnd: "once it has ended"
        }
    }
}

extension ClosedRange<Duration> {
    /// The window in seconds.
    var words: String {
        lowerBound == .zero ? "at most \(upperBound.inSeconds)" : "\(lowerBound.inSeconds) to \(upperBound.inSeconds)"
    }
}

extension Divergence {
    /// The contender, what it gives instead, what it misses, and why.
    var words: String {
        var parts: [String] = []
        if let outcomes { parts.append("gives " + outcomes.map(\.description).sorted().joined(separator: " or ")) }
        if !misses.isEmpty {
            parts.append(
                "misses what is expected of the " + misses.map(\.rawValue).sorted().joined(separator: ", the "))
        }
        return "\(contender) \(parts.joined(separator: " and ")), because: \(reason)"
    }
}
