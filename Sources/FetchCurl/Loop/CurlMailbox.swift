internal import Synchronization

/// The only object that the loop's thread and others both see: commands go in, and the loop wakes.
final class CurlMailbox: Sendable {
    private struct State {
        var commands: [CurlCommand] = []
        var isAsleep = false
        /// What becomes of an exchange that comes too late; `nil` while the loop takes commands.
        var ending: NeverStarted?
    }

    private let state = Mutex(State())
    let wakeDescriptor = WakeDescriptor()

    /// Leaves a command; where the loop has ended and nobody will take it, what becomes of it instead.
    ///
    /// The loop is woken only when it may be asleep, so a burst of commands costs one system call.
    @discardableResult
    func post(_ command: CurlCommand) -> NeverStarted? {
        let (ending, wakes) = state.withLock { state -> (NeverStarted?, Bool) in
            if let ending = state.ending { return (ending, false) }
            state.commands.append(command)
            defer { state.isAsleep = false }
            return (nil, state.isAsleep)
        }
        if wakes { wakeDescriptor.wake() }
        return ending
    }

    /// Exchanges an empty array for the waiting commands, so that both keep their storage.
    func take(into commands: inout [CurlCommand]) {
        state.withLock { state in
            state.isAsleep = false
            swap(&state.commands, &commands)
        }
    }

    /// Says that the loop is about to wait: true where nothing is left to take, and from then on a post wakes it.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty
            return state.isAsleep
        }
    }

    /// Refuses every later command with an outcome, and hands over those that nobody has taken.
    func close(with ending: NeverStarted) -> [CurlCommand] {
        state.withLock { state in
            state.ending = ending
            defer { state.commands = [] }
            return state.commands
        }
    }
}
