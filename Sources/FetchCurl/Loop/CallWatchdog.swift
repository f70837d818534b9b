internal import Dispatch
internal import FetchKit
internal import Foundation
internal import Glibc
internal import Synchronization

/// Ends a call of libcurl that a server does not let end.
///
/// libcurl reads an HTTP/2 connection in one call until body has come or nothing is left to read. Frames that carry none
/// (PING, SETTINGS, empty DATA), sent as fast as they are read, keep it there: no deadline is looked at any more, and no
/// other exchange goes on. So do messages of TLS that carry no data, within the TLS library. A thread looks ten times a
/// second whether the loop is where it was, and shuts down the connection that it reads without end. It rests while the
/// loop does. There is none before the first exchange over TLS: without, libcurl reads a hundred times at most.
final class CallWatchdog: Sendable {
    private static let interval = DispatchTimeInterval.milliseconds(100)

    /// Grows when the loop begins and ends to wait; odd while it does not. Written by the loop's thread alone, as is the next.
    private let step = Atomic(1)
    /// Grows with whatever comes of a reply or goes of a request.
    private let moves = Atomic(0)
    private let isStarted = Atomic(false)
    private let isResting = Atomic(false)
    private let isOver = Atomic(false)
    private let stirred = DispatchSemaphore(value: 0)
    private let open = Mutex<Set<Int32>>([])
    private let cutPort = Atomic(0)
    private let limit = Atomic(BarrenLimit())

    // MARK: The loop's side

    /// Starts the thread that watches, unless it is there.
    func start() {
        guard !isStarted.exchange(true, ordering: .relaxed) else { return }
        Thread.start(named: "fetch-watchdog", stackSize: 256 * 1024) { self.watch() }
    }

    /// To be called when the loop has waited.
    func enter() {
        step.add(1, ordering: .sequentiallyConsistent)
        if isResting.load(ordering: .sequentiallyConsistent), isResting.exchange(false, ordering: .relaxed) {
            stirred.signal()
        }
    }

    /// To be called before the loop waits.
    func leave() { step.add(1, ordering: .sequentiallyConsistent) }

    /// How often something of a reply has come, or of a request was to go.
    var progress: Int { moves.load(ordering: .relaxed) }

    /// To be called when it does. Nobody else writes, so that adding need not be one operation: each piece comes by here.
    func noteProgress() { moves.store(progress &+ 1, ordering: .relaxed) }

    /// Ends the watch.
    func stop() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        stirred.signal()
    }

    func noteOpen(_ socket: Int32) { open.withLock { _ = $0.insert(socket) } }

    /// To be called before a socket is closed.
    func noteClose(_ socket: Int32) { open.withLock { _ = $0.remove(socket) } }

    /// To be called when an exchange over TLS is ended before its reply is.
    func expectRest(at now: MonotonicInstant) {
        limit.store(BarrenLimit(exchangeEndedAt: now), ordering: .relaxed)
    }

    /// Whether so much without anything of a reply is too much where calls of libcurl end by themselves.
    func isTooMuch(barren bytes: Int) -> Bool { limit.load(ordering: .relaxed).isExceeded(byCalls: bytes) }

    /// Shuts down a connection, so that libcurl finds it at its end.
    func cut(_ socket: Int32) {
        cutPort.store(SocketTraffic.localPort(of: socket) ?? 0, ordering: .relaxed)
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Whether the connection from this port of the machine is the last one that was shut down.
    func hasCut(port: Int) -> Bool { port != 0 && cutPort.load(ordering: .relaxed) == port }

    // MARK: The watching thread's side

    private func watch() {
        var last = place
        var consumed: [Int32: Int] = [:]
        while !isOver.load(ordering: .sequentiallyConsistent) {
            let now = place
            if now != last {
                (last, consumed) = (now, [:])
            } else if now.step % 2 == 0 {
                rest(after: now.step)
            } else if consumed.isEmpty {
                consumed = lookAtSockets()
            } else {
                cut(whatGrewSince: consumed, whileAt: now)
            }
            _ = stirred.wait(timeout: .now() + Self.interval)
        }
    }

    /// Where the loop is.
    private var place: (step: Int, progress: Int) { (step.load(ordering: .sequentiallyConsistent), progress) }

    /// Waits until the loop goes on.
    private func rest(after last: Int) {
        isResting.store(true, ordering: .sequentiallyConsistent)
        // It may have gone on before it could see that it has to say so.
        let goesOn = step.load(ordering: .sequentiallyConsistent) != last
        if goesOn, isResting.exchange(false, ordering: .relaxed) { return }
        stirred.wait()
    }

    private func lookAtSockets() -> [Int32: Int] {
        open.withLock { open in
            open.reduce(into: [:]) { $0[$1] = SocketTraffic.consumed($1) }
        }
    }

    private func cut(whatGrewSince consumed: [Int32: Int], whileAt last: (step: Int, progress: Int)) {
        let (limit, now) = (limit.load(ordering: .relaxed), MonotonicInstant.now)
        // Under the lock no socket of this loop is closed, so that each number stays its own. Nothing here waits.
        open.withLock { open in
            guard place == last else { return }
            for (socket, before) in consumed where open.contains(socket) {
                let read = (SocketTraffic.consumed(socket) ?? before) - before
                if limit.isExceeded(byOneCall: read, at: now) { cut(socket) }
            }
        }
    }
}
