internal import Foundation

/// The bench as a chart: for each workload how its rate and its CPU time stand to the C program's, on a scale where
/// twice as much and half as much are equally far from the middle.
struct BenchChart {
    private let bench: BenchFile

    init(_ bench: BenchFile) {
        self.bench = bench
    }

    private static let rowHeight = 22
    private static let top = 92
    private static let names = 168

    /// One half of the chart.
    private struct Panel: Sendable {
        let title: String
        let left: Int
        /// The powers of ten at both edges; what lies beyond stands at the edge.
        let exponents: ClosedRange<Double>
        let value: @Sendable (BenchFile.Ratio) -> Double

        static let width = 280

        func place(_ ratio: Double) -> Int {
            let exponent = min(max(log10(ratio > 1e-9 ? ratio : 1e-9), exponents.lowerBound), exponents.upperBound)
            let part = (exponent - exponents.lowerBound) / (exponents.upperBound - exponents.lowerBound)
            return left + Int(part * Double(Self.width))
        }

        /// The powers of ten within, and how they are written.
        var ticks: [(value: Double, label: String)] {
            [(0.01, "1/100"), (0.1, "1/10"), (1, "1"), (10, "10"), (100, "100")]
                .filter { exponents.contains(log10($0.0)) }
        }
    }

    private static let panels = [
        Panel(title: "Rate: more is better", left: names + 16, exponents: -2...0.3) { $0.rate },
        Panel(title: "CPU time: less is better", left: names + 346, exponents: -0.3...2) { $0.cpu },
    ]

    /// The picture.
    var svg: String {
        let bottom = Self.top + bench.workloads.count * Self.rowHeight
        var drawing = Drawing(
            width: 840, height: bottom + 34, title: "Rate and CPU time of both backends, relative to a C program")
        drawing.text("Relative to a C program over libcurl, same machine, same round", 16, 26, "head")
        drawing.dot(24, 44, "curl")
        drawing.text("curl", 34, 48)
        drawing.diamond(84, 44, "urlsession")
        drawing.text("urlsession", 94, 48)
        for panel in Self.panels { frame(panel, downTo: bottom, in: &drawing) }
        for (index, workload) in bench.workloads.enumerated() {
            let y = Self.top + index * Self.rowHeight + Self.rowHeight / 2
            drawing.text(workload.name, 16, y + 4)
            for panel in Self.panels { marks(of: workload, at: y, on: panel, in: &drawing) }
        }
        let origin = "\(bench.date.prefix(10)), \(bench.machine), \(bench.server), median of \(bench.rounds) rounds"
        drawing.text(origin, 16, bottom + 22, "quiet")
        return drawing.svg
    }

    private func frame(_ panel: Panel, downTo bottom: Int, in drawing: inout Drawing) {
        drawing.text(panel.title, panel.left, 70, "head")
        for (value, label) in panel.ticks {
            let x = panel.place(value)
            drawing.line(from: (x, Self.top), to: (x, bottom), value == 1 ? "one" : "grid")
            drawing.text(label, x, Self.top - 6, "quiet", .middle)
        }
    }

    private func marks(of workload: BenchFile.Workload, at y: Int, on panel: Panel, in drawing: inout Drawing) {
        let curl = workload.ratios["curl"].map(panel.value)
        let session = workload.ratios["urlsession"].map(panel.value)
        if let session {
            drawing.diamond(panel.place(session), y, "urlsession")
            label(session, isLeft: curl.map { session < $0 } ?? (session < 1), at: y, on: panel, in: &drawing)
        }
        if let curl {
            drawing.dot(panel.place(curl), y, "curl")
            label(curl, isLeft: session.map { curl <= $0 } ?? (curl < 1), at: y, on: panel, in: &drawing)
        }
    }

    /// The number, on the side of its mark where the other mark is not.
    private func label(_ ratio: Double, isLeft: Bool, at y: Int, on panel: Panel, in drawing: inout Drawing) {
        let style = FloatingPointFormatStyle<Double>.number.precision(.significantDigits(2)).grouping(.never)
        let text = ratio.formatted(style.locale(Locale(identifier: "en_US_POSIX")))
        drawing.text(text, panel.place(ratio) + (isLeft ? -9 : 9), y + 4, "quiet", isLeft ? .end : .start)
    }
}
