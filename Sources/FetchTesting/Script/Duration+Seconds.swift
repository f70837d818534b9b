extension Duration {
    /// Seconds with at most three decimals, the rest cut off: `0.3`, `15`, `-0.02`.
    package var decimalSeconds: String {
        let milliseconds = components.attoseconds / 1_000_000_000_000_000
        let sign = self < .zero ? "-" : ""
        var decimals = "\(milliseconds.magnitude + 1000)".dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(sign)\(components.seconds.magnitude)" + (decimals.isEmpty ? "" : ".\(decimals)")
    }

    /// The same with its unit: `0.3 s`.
    package var inSeconds: String { "\(decimalSeconds) s" }
}
