import Foundation
import Glibc

/// Says on standard error how far a run has come: on a terminal in one line, elsewhere a line for each workload.
struct BenchProgress: Sendable {
    let rounds: Int
    private let isTerminal = isatty(2) == 1

    func note(workload: Workload, contender: Contender, round: Int) {
        let place = "round \(round + 1) of \(rounds): \(workload.name)"
        if isTerminal {
            write("\r\u{1B}[K\(place), \(contender.rawValue)")
        } else if contender == .baseline {
            write("\(place)\n")
        }
    }

    /// Clears the line.
    func end() {
        if isTerminal { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
