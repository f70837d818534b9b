internal import FetchKit
internal import Foundation
internal import Synchronization

/// A line on a terminal that says how far a fetch has come: nothing in its first second, nothing afterwards, and
/// nothing at all where the descriptor is no terminal.
final class ProgressLine: Sendable {
    /// `nil` where it is no terminal.
    private let terminal: Descriptor?
    private let latest = Mutex(FetchProgress())

    init(on descriptor: Descriptor) {
        terminal = descriptor.isTerminal ? descriptor : nil
    }

    /// What is to hear of the progress, where anybody sees it.
    var handler: FetchProgressHandler? {
        guard terminal != nil else { return nil }
        return { [self] progress in latest.withLock { $0 = progress } }
    }

    /// Shows the line while something goes on.
    func during<Value: Sendable>(_ work: () async -> Value) async -> Value {
        guard let terminal else { return await work() }
        let ticker = Task { await show(on: terminal) }
        let value = await work()
        ticker.cancel()
        await ticker.value
        return value
    }

    private func show(on terminal: Descriptor) async {
        let start = ContinuousClock.now
        var rate = TransferRate()
        var shown = ""
        while (try? await Task.sleep(for: Self.interval)) != nil {
            let progress = latest.withLock { $0 }
            let elapsed = start.duration(to: .now)
            rate.note(progress, at: elapsed)
            guard elapsed >= .seconds(1) else { continue }
            let text = ProgressText(progress: progress, bytesPerSecond: rate.bytesPerSecond, elapsed: elapsed)
            let line = text.line(width: terminal.columns)
            if line != shown { _ = terminal.write(Data("\(Self.erase)\(line)".utf8)) }
            shown = line
        }
        if !shown.isEmpty { _ = terminal.write(Data(Self.erase.utf8)) }
    }

    private static let interval = Duration.milliseconds(100)
    private static let erase = "\r\u{1B}[K"
}
