internal import Synchronization

/// The only object that the loop's thread and others both see: commands and tasks go in, and the loop wakes.
final class CurlMailbox: Sendable {
    private struct State {
        var commands: [CurlCommand] = []
        /// What tasks have to do that run on the loop's thread.
        var jobs: [UnownedJob] = []
        var isAsleep = false
        /// What becomes of an exchange that comes too late; `nil` while the loop takes commands.
        var ending: NeverStarted?

        /// Notes that there is something to take; true where the loop is to be woken.
        mutating func wake() -> Bool {
            defer { isAsleep = false }
            return isAsleep
        }
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
            return (nil, state.wake())
        }
        if wakes { wakeDescriptor.wake() }
        return ending
    }

    /// Leaves a task's job; false where the loop has ended and will not run it.
    func post(_ job: UnownedJob) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard state.ending == nil else { return (false, false) }
            state.jobs.append(job)
            return (true, state.wake())
        }
        if wakes { wakeDescriptor.wake() }
        return isTaken
    }

    /// Exchanges an empty array for the waiting commands, so that both keep their storage.
    func take(into commands: inout [CurlCommand]) {
        state.withLock { state in
            state.isAsleep = false
            swap(&state.commands, &commands)
        }
    }

    /// Hands over the jobs, in exchange for an empty array, to a loop that is about to wait. True where there are none, nor
    /// anything else to take: from then on a post wakes it.
    func fallAsleep(taking jobs: inout [UnownedJob]) -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty && state.jobs.isEmpty
            swap(&state.jobs, &jobs)
            return state.isAsleep
        }
    }

    /// Refuses every later command with an outcome, and every later job; hands over those that nobody has taken.
    func close(with ending: NeverStarted) -> (commands: [CurlCommand], jobs: [UnownedJob]) {
        state.withLock { state in
            state.ending = ending
            defer { (state.commands, state.jobs) = ([], []) }
            return (state.commands, state.jobs)
        }
    }
}
