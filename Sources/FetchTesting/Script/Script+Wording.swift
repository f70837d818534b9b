/// One thing a server does, in words.
public struct ScriptWording: Sendable, Hashable {
    /// What is done, such as `sends 44 bytes`.
    public let sentence: String

    /// The beginning of what is sent, line by line, with unprintable bytes escaped; empty where nothing is.
    public let excerpt: [String]
}

extension Script {
    /// When the script starts and what it does, a sentence each, in order.
    public var wording: [ScriptWording] {
        let start = startsAtAccept ? "as soon as a connection is accepted" : "once a request's head has arrived"
        let all = [ScriptWording(sentence: start, excerpt: [])] + steps.map(\.wording)
        switch steps.last?.kind {
        case .close, .reset, .stall, .write(_, total: nil), .trickle(_, _, _, endless: true): return all
        default: return all + [ScriptWording(sentence: "keeps the connection for the next request", excerpt: [])]
        }
    }
}

extension Script.Step {
    /// The step as a sentence.
    var wording: ScriptWording {
        switch kind {
        case .atAccept: said("as soon as a connection is accepted")
        case .awaitRequest: said("waits for the next request's head")
        case .awaitBody: said("waits for the request's whole body")
        case .write(let bytes, let total): Self.write(bytes, total: total)
        case .trickle(let bytes, let size, let interval, let endless):
            said(
                "sends \(counted(size)) every \(interval.inSeconds)"
                    + (endless ? ", over and over without an end" : ""),
                ByteExcerpt(bytes[...]).lines)
        case .pause(let time): said("does nothing for \(time.inSeconds)")
        case .stall: said("says nothing more until the peer goes away")
        case .readBody(let bytes): said("reads the request's body up to \(counted(bytes)), and then nothing")
        case .stopReading: said("reads nothing more")
        case .halfClose: said("ends its own direction and goes on reading")
        case .close: said("closes the connection")
        case .reset: said("resets the connection")
        }
    }

    private static func write(_ bytes: [UInt8], total: Int?) -> ScriptWording {
        guard let total else {
            return said("sends the same without an end", ByteExcerpt(bytes[...], lines: 3).lines)
        }
        let isRepeated = total > bytes.count
        let excerpt = ByteExcerpt(bytes.prefix(total), lines: isRepeated ? 3 : 16).lines
        return said("sends \(counted(total))" + (isRepeated ? ", the same over and over" : ""), excerpt)
    }
}

private func said(_ sentence: String, _ excerpt: [String] = []) -> ScriptWording {
    ScriptWording(sentence: sentence, excerpt: excerpt)
}

private func counted(_ bytes: Int) -> String { bytes == 1 ? "1 byte" : "\(bytes) bytes" }
