internal import FetchComparison
internal import Foundation
internal import Synchronization

/// Says on a terminal how far a comparison has come, on one line; silent elsewhere.
final class CompareProgress: Sendable {
    private let total: Int
    private let descriptor: Descriptor?
    private let done = Atomic(0)

    init(total: Int, descriptor: Descriptor) {
        self.total = total
        self.descriptor = descriptor.isTerminal ? descriptor : nil
    }

    func note(_ result: ScenarioResult) {
        let count = done.wrappingAdd(1, ordering: .relaxed).newValue
        write("\r\u{1B}[K\(count)/\(total) \(result.scenario)")
    }

    /// Clears the line.
    func end() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        // A terminal that cannot be written to has nobody to tell.
        _ = descriptor?.write(Data(text.utf8))
    }
}
