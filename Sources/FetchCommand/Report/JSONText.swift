/// JSON on one line, keys in the order given.
indirect enum JSONText {
    case string(String)
    case integer(Int)
    case decimal(Double)
    case bool(Bool)
    case array([JSONText])
    /// A key whose value is `nil` is left out.
    case object([(key: String, value: JSONText?)])
}

extension JSONText: CustomStringConvertible {
    var description: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .integer(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .bool(let value): "\(value)"
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
        case .object(let members):
            "{\(members.compactMap { key, value in value.map { "\(Self.quoted(key)):\($0)" } }.joined(separator: ","))}"
        }
    }

    /// Escapes what JSON requires (RFC 8259 section 7), and DEL and the C1 controls, which steer terminals.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: quoted += "\\\""
            case 0x5C: quoted += "\\\\"
            case 0x0A: quoted += "\\n"
            case 0x0D: quoted += "\\r"
            case 0x09: quoted += "\\t"
            case 0..<0x20, 0x7F..<0xA0:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
