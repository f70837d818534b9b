internal import Synchronization

/// The only object that the loop's thread and others both see: commands go in, and the loop wakes.
final class CurlMailbox: Sendable {
    private struct State {
        var commands: [CurlCommand] = []
        var isAsleep = false
        var isClosed = false
    }

    private let state = Mutex(State())
    let wakeDescriptor = WakeDescriptor()

    /// Leaves a command; false where the loop has ended and nobody will take it.
    ///
    /// The loop is woken only when it may be asleep, so a burst of commands costs one system call.
    func post(_ command: CurlCommand) -> Bool {
        let (accepted, wakes) = state.withLock { state -> (Bool, Bool) in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wakes { wakeDescriptor.wake() }
        return accepted
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

    /// Refuses every later command, and hands over those that nobody has taken.
    func close() -> [CurlCommand] {
        state.withLock { state in
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
        }
    }
}
