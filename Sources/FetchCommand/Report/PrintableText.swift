extension String {
    /// The text as one line that cannot steer a terminal: control bytes become `\xNN`, and a long text is cut.
    ///
    /// What a server or a command line holds is shown to a person only in this form.
    func printable(limit: Int = 1_000) -> String {
        var text = ""
        for (count, scalar) in unicodeScalars.enumerated() {
            if count == limit { return text + "..." }
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0:
                text += scalar.value < 0x10 ? "\\x0" : "\\x"
                text += String(scalar.value, radix: 16)
            // Overrides of the writing direction, and line breaks of their own.
            case 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
