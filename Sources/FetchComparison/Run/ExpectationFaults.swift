internal import FetchKit
internal import FetchTesting
internal import Foundation

/// What is wrong in each aspect, in words; an aspect without a fault is absent.
typealias Faults = [Divergence.Aspect: [String]]

extension Scenario {
    /// What an observation misses, its outcome left aside.
    func faults(in observation: Observation) -> Faults {
        var faults: Faults = [:]
        faults[.reply] = observation.reply.map(reply.faults)
        faults[.file] = observation.file.map(file.faults)
        faults[.wire] = observation.wire.map { wire.faults(in: $0, lateness: observation.lateness) }
        if let time, !(time.lowerBound...(time.upperBound + observation.lateness)).contains(observation.elapsed) {
            faults[.time] = ["it took \(observation.elapsed.inSeconds), not \(time.words)"]
        }
        if let memory, let growth = observation.memoryGrowth, growth > memory {
            faults[.memory] = ["memory grew by \(growth) bytes, more than \(memory)"]
        }
        return faults.filter { !$0.value.isEmpty }
    }

    /// True where nothing is wrong with an observation but that something came too late.
    func isMerelyLate(_ observation: Observation, of contender: String) -> Bool {
        guard judge(observation, of: contender).verdict == .unexpected else { return false }
        var excused = observation
        excused.lateness = .seconds(3_600)
        return judge(excused, of: contender).verdict != .unexpected
    }
}

extension ReplyExpectation {
    func faults(in reply: ReplyObservation) -> [String] {
        var faults: [String] = []
        if let body, let found = reply.body, !found.elementsEqual(body) { faults.append("the body differs") }
        if let lines, let found = reply.lines, found != lines { faults.append("the lines were \(found), not \(lines)") }
        if let events, let found = reply.events, found != events {
            faults.append("the events were \(found.map(\.words)), not \(events.map(\.words))")
        }
        guard let fields = reply.headers else { return faults }
        let found = fields.map(\.name)
        if let names, names != found { faults.append("the fields were \(found), not \(names)") }
        return faults + fieldFaults(expected: headers, in: fields)
    }
}

extension FileExpectation {
    func faults(in file: FileObservation) -> [String] {
        var faults: [String] = []
        let isRight =
            switch content {
            case nil: true
            case .absent: file.length == nil
            case .asBefore: file.content == Data(DownloadPlace.before.utf8)
            case .text(let text): file.content == Data(text.utf8)
            case .length(let count): file.length == count
            }
        if !isRight {
            faults.append("the file was \(file.length.map { "of \($0) bytes, and another" } ?? "not there")")
        }
        if others != file.others { faults.append("the other files were \(file.others), not \(others)") }
        return faults
    }
}

extension ServerSentEvent {
    fileprivate var words: String { "\(event)#\(id): \(data)" }
}

extension WireExpectation {
    func faults(in wire: WireObservation, lateness: Duration) -> [String] {
        var faults: [String] = []
        if let maxBytesSent, wire.bytesSent > maxBytesSent {
            faults.append("the server got rid of \(wire.bytesSent) bytes, more than \(maxBytesSent)")
        }
        if let maxBytesSentAfter, wire.bytesSentAfter > maxBytesSentAfter {
            faults.append(
                "the server got rid of \(wire.bytesSentAfter) bytes afterwards, more than \(maxBytesSentAfter)")
        }
        if let peerGoneWithin {
            switch wire.peerGoneAfter {
            case nil: faults.append("the peer did not close the connection")
            case .some(let time) where time > peerGoneWithin + lateness:
                faults.append(
                    "the peer closed the connection after \(time.inSeconds), not within \(peerGoneWithin.inSeconds)")
            case .some: break
            }
        }
        if let connections, !connections.contains(wire.connections.count) {
            faults.append("\(wire.connections.count) connections, not \(connections)")
        }
        if let requests, requests != wire.requests.count {
            faults.append("\(wire.requests.count) requests, not \(requests)")
        }
        if let maxBytesWhileHeld, let held = wire.bytesSentWhileHeld, held > maxBytesWhileHeld {
            faults.append("the server got rid of \(held) bytes while the reader waited, more than \(maxBytesWhileHeld)")
        }
        for (name, values) in headersInTurn.sorted(by: { $0.key < $1.key }) {
            let found = wire.requests.map { $0.headers[name] }
            if found != values { faults.append("\(name) was \(found) in turn, not \(values)") }
        }
        return faults + requestFaults(in: wire)
    }

    private func requestFaults(in wire: WireObservation) -> [String] {
        // A server that has not read a request has not read a whole body either.
        let isAsked = head != nil || body != nil || isBodyWhole == true || line != nil || !headers.isEmpty
        guard let request = wire.requests.first else { return isAsked ? ["no request was read"] : [] }
        var faults: [String] = []
        if let head = head?.replacing("PORT", with: "\(wire.port)"), head != request.headText {
            faults.append("the head was \(request.headText.debugDescription), not \(head.debugDescription)")
        }
        if let body, body != request.body { faults.append("the request's body differs") }
        if let isBodyWhole, isBodyWhole != request.isComplete {
            faults.append("the request's body was \(isBodyWhole ? "not " : "")received to its end")
        }
        let found = String(request.headText.prefix { !$0.isNewline })
        if let line, line != found { faults.append("the request line was \(found), not \(line)") }
        return faults + wire.requests.flatMap { fieldFaults(expected: headers, in: $0.headers) }
    }
}

private func fieldFaults(expected: [String: [String]], in fields: FetchHeaders) -> [String] {
    expected.sorted { $0.key < $1.key }.compactMap { name, values in
        let found = fields.values(of: name)
        return found == values ? nil : "\(name) was \(found), not \(values)"
    }
}
