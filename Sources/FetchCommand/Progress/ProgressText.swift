internal import FetchKit
internal import Foundation

/// What the progress line says. Pure.
///
/// ```
///  12.3 MiB  of 100.0 MiB  [==>             ]   12%    4.2 MiB/s   0:21 left
/// sent   3.0 MiB    1.0 MiB/s   0:03
/// waiting   0:02
/// ```
struct ProgressText {
    let progress: FetchProgress
    let bytesPerSecond: Double?
    let elapsed: Duration

    /// The line for a terminal of so many columns, one of which stays free, since some wrap when it is written to.
    func line(width: Int) -> String {
        let room = max(0, width - 1)
        let layout = layouts.first { $0.length <= room } ?? Layout([])
        return layout.text(length: room)
    }

    /// What may be shown, the fullest first.
    private var layouts: [Layout] {
        let direction = TransferDirection(progress)
        let time = Self.clock(Double(elapsed.components.seconds))
        if direction == .waiting { return [Layout(["waiting", time])] }

        let (done, expected) = progress.bytes(direction)
        let amount = (direction == .sending ? "sent " : "") + Self.amount(Double(done))
        let rate = "\(bytesPerSecond.map { Self.amount($0) } ?? Self.padded("-", 9))/s"
        guard let expected, expected > 0 else {
            return [Layout([amount, rate, time]), Layout([amount, time]), Layout([amount])]
        }
        let fraction = min(1, Double(done) / Double(expected))
        let percent = Self.padded("\(Int(fraction * 100))%", 4)
        let left = "\(Self.clock(Double(max(0, expected - done)) / (bytesPerSecond ?? 0))) left"
        return [
            Layout([amount, "of \(Self.amount(Double(expected)))"], bar: fraction, [percent, rate, left]),
            Layout([amount, percent, rate, left]), Layout([amount, percent, left]), Layout([amount, percent]),
            Layout([amount]),
        ]
    }
}

/// Texts side by side, with a bar among them where there is one.
private struct Layout {
    private let start: [String]
    /// How much of the bar is full, from 0 to 1.
    private let bar: Double?
    private let end: [String]

    init(_ start: [String], bar: Double? = nil, _ end: [String] = []) {
        (self.start, self.bar, self.end) = (start, bar, end)
    }

    /// How many columns it takes, with the shortest bar.
    var length: Int { text(length: 0).count }

    /// The line, its bar as long as fits in so many columns.
    func text(length: Int) -> String {
        guard let bar else { return (start + end).joined(separator: Self.gap) }
        let texts = (start + end).reduce(0) { $0 + $1.count + Self.gap.count }
        let inside = min(max(length - texts, Self.shortestBar), Self.longestBar) - 2
        let full = Int(bar * Double(inside))
        let arrow = String(repeating: "=", count: full) + (full < inside ? ">" : "")
        let drawn = "[\(arrow)\(String(repeating: " ", count: inside - arrow.count))]"
        return (start + [drawn] + end).joined(separator: Self.gap)
    }

    private static let gap = "  "
    private static let shortestBar = 10
    private static let longestBar = 60
}

extension ProgressText {
    /// Bytes in nine columns, such as ` 12.3 MiB`.
    fileprivate static func amount(_ bytes: Double) -> String {
        if bytes < 1_000 { return padded("\(Int(bytes)) B  ", 9) }
        var (value, unit) = (bytes / 1_024, 0)
        // What would be rounded to four digits is less than one of the next unit.
        while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1_024, unit + 1) }
        return padded("\((value * 10).rounded() / 10) \(units[unit])", 9)
    }

    private static let units = ["KiB", "MiB", "GiB", "TiB", "PiB"]

    /// Minutes and seconds in at least five columns, with hours where there are some. Begun seconds count.
    fileprivate static func clock(_ seconds: Double) -> String {
        guard seconds < 360_000 else { return "--:--" }
        let seconds = Int(seconds.rounded(.up))
        let minutes = seconds / 60 % 60
        let start = seconds < 3_600 ? "\(minutes)" : "\(seconds / 3_600):\(twoDigits(minutes))"
        return padded("\(start):\(twoDigits(seconds % 60))", 5)
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    fileprivate static func padded(_ text: String, _ length: Int) -> String {
        String(repeating: " ", count: max(0, length - text.count)) + text
    }
}
