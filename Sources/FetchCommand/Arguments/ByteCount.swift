/// A number of bytes as a person writes it: `1048576`, `1MiB`, `10kB`.
struct ByteCount: Hashable {
    let bytes: Int

    /// Parses digits and at most one unit; units are powers of 1024 (`KiB`) or of 1000 (`kB`).
    ///
    /// - Throws: ``UsageError`` for anything else, and for more bytes than can be counted.
    init(parsing text: String) throws(UsageError) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = String(text.dropFirst(digits.count))
        guard !digits.isEmpty, let scale = Self.units[unit] else {
            throw UsageError("'\(text)' is not a number of bytes; write 65536, 64KiB, 1MiB, 1GiB, 10kB or 1MB")
        }
        let (bytes, overflow) = (Int(digits) ?? .max).multipliedReportingOverflow(by: scale)
        if overflow || Int(digits) == nil { throw UsageError("'\(text)' is more bytes than can be counted") }
        self.bytes = bytes
    }

    private static let units = [
        "": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000,
    ]
}
