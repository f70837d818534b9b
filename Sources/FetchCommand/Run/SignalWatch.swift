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
    var received: Int32? { first.number }

    /// Watches from the moment it returns: until then a signal ends the process, and none is lost.
    init() async {
        sources = Self.watched.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
        for (number, source) in zip(Self.watched, sources) {
            source.setEventHandler { [first] in
                if !first.note(number) { _exit(128 + number) }
            }
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.resume()
            }
            #if !os(Linux)
            // On Linux a source takes the place of the signal's action; elsewhere the signal has both.
            _ = signal(number, SIG_IGN)
            #endif
        }
    }

    /// Says what the first signal calls, at once where there has been one.
    func onFirst(_ call: @escaping @Sendable (_ signal: Int32) -> Void) {
        first.onNote(call)
    }

    /// Gives the signals back their default action, which ends the process.
    func stop() {
        for (number, source) in zip(Self.watched, sources) {
            source.cancel()
            _ = signal(number, SIG_DFL)
        }
    }

    private static let watched = [SIGINT, SIGTERM]
}

/// The first signal and what it calls, whichever is there first.
private final class FirstSignal: Sendable {
    private struct State {
        var number: Int32?
        var call: (@Sendable (Int32) -> Void)?
    }

    private let state = Mutex(State())

    var number: Int32? { state.withLock { $0.number } }

    /// Notes a signal; false where it is not the first.
    func note(_ number: Int32) -> Bool {
        let (isFirst, call) = state.withLock { state in
            guard state.number == nil else { return (false, nil as (@Sendable (Int32) -> Void)?) }
            state.number = number
            return (true, state.call)
        }
        call?(number)
        return isFirst
    }

    func onNote(_ call: @escaping @Sendable (Int32) -> Void) {
        let number = state.withLock { state in
            state.call = call
            return state.number
        }
        if let number { call(number) }
    }
}
