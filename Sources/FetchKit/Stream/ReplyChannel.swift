public import Foundation
internal import Synchronization

/// Carries a reply in motion from its backend to its reader, within a window.
///
/// A backend that finds one in its ``FetchExchange`` opens it with the final head, leaves pieces of body in it as they
/// come, holds its sender back while there is no room, and answers at the end as always, with a reply without a body.
public final class ReplyChannel: Sendable {
    fileprivate struct State {
        var flow: ReplyFlow
        var onRoom: (@Sendable () -> Void)?
        var headReaders: [CheckedContinuation<Result<ResponseHead, FetchFailure>, Never>] = []
        var bodyReaders: [CheckedContinuation<Result<Data?, FetchFailure>, Never>] = []
    }

    private let state: Mutex<State>

    /// Makes a channel in which about `window` bytes may wait for the reader; at least 1.
    public init(window: Int) {
        state = Mutex(State(flow: ReplyFlow(window: window)))
    }

    // MARK: The backend's side

    /// Hands over the final head, after the gate has passed it.
    public func open(_ head: ResponseHead) {
        _ = change { $0.open(head) }
    }

    /// Leaves bytes of body that the gate has passed, and tells how many more have room.
    ///
    /// With no room left the backend is to stop receiving until the call it gave to ``onRoom(_:)`` comes. What is left
    /// nevertheless is kept: the window bounds a backend that heeds it.
    @discardableResult
    public func leave(_ piece: Data) -> Int {
        change { $0.leave(piece) }
    }

    /// How many more bytes may be left; 0 or less to hold the sender back.
    public var room: Int { state.withLock { $0.flow.room } }

    /// Says whom to call, on whatever thread, when there is room again after there was none.
    public func onRoom(_ call: @escaping @Sendable () -> Void) {
        state.withLock { $0.onRoom = call }
    }

    // MARK: The owner's side

    /// Ends the reply with the backend's answer.
    func end(_ outcome: Result<FetchReply, FetchFailure>) {
        _ = change { $0.end(outcome) }
        state.withLock { $0.onRoom = nil }
    }

    /// Ends the reply for a reader that wants no more.
    func cut() {
        _ = change { $0.cut() }
    }

    // MARK: The reader's side

    /// The cost of the exchange, once it has ended well.
    var receipt: FetchReceipt? { state.withLock { $0.flow.receipt } }

    /// The head, or the failure that came instead.
    func head() async -> Result<ResponseHead, FetchFailure> {
        await withCheckedContinuation { reader in
            _ = change(adding: { $0.headReaders.append(reader) }, { _ in })
        }
    }

    /// The next piece of body, `nil` at its end.
    func next() async -> Result<Data?, FetchFailure> {
        if let ready = takeReady() { return ready }
        return await withCheckedContinuation { reader in
            _ = change(adding: { $0.bodyReaders.append(reader) }, { _ in })
        }
    }

    private func takeReady() -> Result<Data?, FetchFailure>? {
        let (ready, onRoom) = state.withLock { $0.takeReady() }
        onRoom?()
        return ready
    }

    // MARK: Both

    /// Changes the flow, and then, outside the lock, wakes whoever finds something in it; returns the room left.
    private func change(adding add: (inout State) -> Void = { _ in }, _ change: (inout ReplyFlow) -> Void) -> Int {
        let (wakes, onRoom, room) = state.withLock { state in
            add(&state)
            change(&state.flow)
            let (wakes, onRoom) = state.takeWakes()
            return (wakes, onRoom, state.flow.room)
        }
        for wake in wakes { wake() }
        onRoom?()
        return room
    }
}

extension ReplyChannel.State {
    /// What the next read finds; `nil` where it must wait.
    mutating func takeReady() -> (Result<Data?, FetchFailure>?, onRoom: (@Sendable () -> Void)?) {
        let (found, makesRoom) = flow.take()
        let ready: Result<Data?, FetchFailure>? =
            switch found {
            case .value(let piece): .success(piece)
            case .end(let failure): failure.map { .failure($0) } ?? .success(nil)
            case .nothing: nil
            }
        return (ready, makesRoom ? onRoom : nil)
    }

    /// The readers that now find something, as calls that resume them.
    mutating func takeWakes() -> (wakes: [() -> Void], onRoom: (@Sendable () -> Void)?) {
        var wakes: [() -> Void] = []
        var call: (@Sendable () -> Void)?
        if !headReaders.isEmpty {
            let answer: Result<ResponseHead, FetchFailure>? =
                switch flow.foundHead {
                case .value(let head): .success(head)
                case .end(let failure): .failure(failure ?? .transport(.badServerResponse))
                case .nothing: nil
                }
            if let answer {
                for reader in headReaders { wakes.append { reader.resume(returning: answer) } }
                headReaders = []
            }
        }
        while let reader = bodyReaders.first {
            let (ready, onRoom) = takeReady()
            guard let ready else { break }
            bodyReaders.removeFirst()
            wakes.append { reader.resume(returning: ready) }
            call = call ?? onRoom
        }
        return (wakes, call)
    }
}
