internal import Foundation
internal import Glibc

/// How long the machine's processors have been idle, all together.
enum IdleTime {
    /// The time so far, in nanoseconds; `nil` where the kernel does not tell.
    static func total() -> Int64? {
        // One line is enough; the whole file grows with the processors.
        guard let file = FileHandle(forReadingAtPath: "/proc/stat") else { return nil }
        guard let start = try? file.read(upToCount: 256) else { return nil }
        return total(in: String(decoding: start, as: UTF8.self))
    }

    /// The fourth and fifth number of the first line, `cpu`: idle, and idle with something on its way from a disk.
    static func total(in text: String) -> Int64? {
        let fields = text.prefix { $0 != "\n" }.split(separator: " ")
        guard fields.first == "cpu", fields.count > 5, let idle = Int64(fields[4]), let waiting = Int64(fields[5])
        else {
            return nil
        }
        return (idle + waiting) * (1_000_000_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
    }
}
