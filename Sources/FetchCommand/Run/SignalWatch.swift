internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Turns the first SIGINT or SIGTERM into a call; from then on either ends the process at once.
final class SignalWatch {
    private let sources: [any DispatchSourceSignal]
    private let first = FirstSignal()

    /// The signal received, if any.
    var received: Int32? { first.number.withLock { $0 } }

    init(onFirst: @escaping @Sendable (_ signal: Int32) -> Void) {
        sources = Self.watched.map { number in
            // A source sees a signal only if the process does not act on it.
            Self.setDefault(false, for: number)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for (number, source) in zip(Self.watched, sources) {
            source.setEventHandler { [first] in
                let isFirst = first.number.withLock { received in
                    defer { received = received ?? number }
                    return received == nil
                }
                guard isFirst else { _exit(128 + number) }
                onFirst(number)
            }
            source.resume()
        }
    }

    /// Gives the signals back their default action, which ends the process.
    func stop() {
        for (number, source) in zip(Self.watched, sources) {
            source.cancel()
            Self.setDefault(true, for: number)
        }
    }

    private static let watched = [SIGINT, SIGTERM]

    private static func setDefault(_ isDefault: Bool, for number: Int32) {
        _ = signal(number, isDefault ? SIG_DFL : SIG_IGN)
    }

    private final class FirstSignal: Sendable {
        let number = Mutex<Int32?>(nil)
    }
}
