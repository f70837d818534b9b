internal import Foundation

/// A line on a terminal that says how long a fetch has taken: nothing in its first second, nothing afterwards, and
/// nothing at all where the descriptor is no terminal.
struct ProgressLine {
    let descriptor: Descriptor

    func during<Value: Sendable>(_ work: () async -> Value) async -> Value {
        guard descriptor.isTerminal else { return await work() }
        let ticker = Task { [descriptor] in
            var seconds = 0
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                seconds += 1
                _ = descriptor.write(Data("\r\u{1B}[Kfetch: \(seconds) s".utf8))
            }
            if seconds > 0 { _ = descriptor.write(Data("\r\u{1B}[K".utf8)) }
        }
        let value = await work()
        ticker.cancel()
        await ticker.value
        return value
    }
}
