internal import CCurl
internal import FetchKit
internal import Foundation

/// One thread's loop over libcurl's multi interface; the owner of every transfer.
///
/// A turn: wait → tell libcurl which sockets are ready → take commands → fire libcurl's timer → fire our own →
/// deliver what came of streams → answer what ended. Callbacks only record, so libcurl is never entered from within itself.
struct CurlLoop: ~Copyable {
    private let mailbox: CurlMailbox
    private let clock: LoopClock
    private let watch: CurlWatch
    private let multi: MultiHandle
    private var transfers: TransferTable
    private var timers = TimerQueue()
    private var commands: [CurlCommand] = []

    init?(mailbox: CurlMailbox, options: CurlBackend.Options) {
        let clock = LoopClock()
        guard let watch = CurlWatch(clock: clock, wake: mailbox.wakeDescriptor.raw),
            // SAFETY: the table of transfers, declared after the multi handle and so let go of later, holds the watch.
            let multi = unsafe MultiHandle(
                context: Unmanaged.passUnretained(watch).toOpaque(),
                socket: CurlWatch.onSocket, timer: CurlWatch.onTimer)
        else { return nil }
        self.mailbox = mailbox
        self.clock = clock
        self.watch = watch
        self.multi = multi
        transfers = TransferTable(options: options, watch: watch)
    }

    mutating func run() {
        while true {
            let readyCount = wait()
            clock.refresh()
            for index in 0..<readyCount { act(onReadyAt: index) }
            guard takeCommands() else { break }
            if watch.takeDueTimer() { multi.act(on: CURL_SOCKET_TIMEOUT, events: 0) }
            expireTimers()
            deliver()
            while let (owner, code) = unsafe multi.nextCompletion() {
                guard let transfer = unsafe CurlTransfer.from(owner) else { continue }
                if !startAfresh(transfer, after: code) { end(transfer, with: code) }
            }
        }
        endAll()
    }

    /// Waits until a socket, a timer or a command needs the loop; never longer than a minute, whatever got lost.
    private func wait() -> Int {
        guard mailbox.fallAsleep() else { return watch.sockets.wait(milliseconds: 0) }
        clock.refresh()
        let due = min(watch.timer?.nanoseconds ?? .max, timers.next?.nanoseconds ?? .max)
        let pause = min(max(0, due - clock.now.nanoseconds), 60_000_000_000)
        return watch.sockets.wait(milliseconds: Int32((pause + 999_999) / 1_000_000))
    }

    private mutating func act(onReadyAt index: Int) {
        guard let ready = watch.sockets.ready(at: index) else { return }
        if !ready.isMultiplexed { ready.owner?.noteReadiness() }
        var events: Int32 = 0
        if !ready.interest.isDisjoint(with: [.read]) { events |= CURL_CSELECT_IN }
        if !ready.interest.isDisjoint(with: [.write]) { events |= CURL_CSELECT_OUT }
        if !ready.interest.isDisjoint(with: [.error]) { events |= CURL_CSELECT_ERR }
        multi.act(on: ready.socket, events: events)
        guard let owner = ready.owner, !ready.isMultiplexed else { return }
        if owner.isMultiplexed {
            watch.sockets.noteMultiplexed(ready.socket)
        } else if owner.isFlooding(on: ready.socket, readyCount: ready.count) {
            end(owner, with: CURLE_OK)
        }
    }

    /// Hands on what came of streams. One that was held back with a room that is out of date goes on at once, and what
    /// libcurl kept of it comes now.
    private func deliver() {
        while watch.hasNoted {
            for transfer in watch.takeNoted() {
                transfer.deliver()
                if transfer.intake.isHeld, transfer.intake.room > 0 { transfer.resume() }
            }
        }
    }

    // MARK: Commands

    /// Carries out the waiting commands; false once it is time to end.
    private mutating func takeCommands() -> Bool {
        mailbox.take(into: &commands)
        for (index, command) in commands.enumerated() {
            switch command {
            case .start(let exchange, let continuation): unsafe start(exchange, continuation)
            case .cancel(let exchange):
                guard let transfer = transfers[exchange] else { continue }
                transfer.intake.gate.refuse(.cancelled)
                end(transfer, with: CURLE_OK)
            case .resume(let exchange): transfers[exchange]?.resume()
            case .stop:
                commands.removeFirst(index + 1)
                return false
            }
        }
        commands.removeAll(keepingCapacity: true)
        return true
    }

    private mutating func start(_ exchange: CurlExchange, _ continuation: CurlExchange.Continuation) {
        guard let transfer = unsafe transfers.add(exchange, continuation) else {
            let outcome = TransferOutcome(neverStarted: .unknown, because: "no memory left for a libcurl handle")
            return unsafe exchange.answer(outcome, to: continuation)
        }
        do throws(CurlOptionFault) {
            try transfer.configure(for: exchange)
            guard multi.add(transfer.easy) else {
                throw CurlOptionFault(option: CURLOPT_PRIVATE, code: CURLE_OUT_OF_MEMORY)
            }
            timers.set(transfer.slot, noLaterThan: transfer.intake.gate.nextExpiry(from: clock.now))
        } catch {
            _ = unsafe transfers.remove(transfer)
            unsafe exchange.answer(TransferOutcome(neverStarted: .unknown, because: error.reason), to: continuation)
        }
    }

    /// Sends once more what died with a pooled connection; false where that is not to be, or not possible.
    private func startAfresh(_ transfer: CurlTransfer, after code: CURLcode) -> Bool {
        guard transfer.mayStartAfresh(after: code), transfer.wantFreshConnection() else { return false }
        multi.remove(transfer.easy)
        return multi.add(transfer.easy)
    }

    // MARK: Ends

    private mutating func expireTimers() {
        while let slot = timers.popDue(by: clock.now) {
            guard let transfer = transfers[slot: slot] else { continue }
            switch transfer.intake.gate.expire(at: clock.now) {
            case .pass: timers.set(slot, noLaterThan: transfer.intake.gate.nextExpiry(from: clock.now))
            case .refuse: end(transfer, with: CURLE_OK)
            }
        }
    }

    /// Takes a transfer off the wire and answers its caller, in this order.
    private mutating func end(_ transfer: CurlTransfer, with code: CURLcode) {
        guard let exchange = transfer.exchange else { return }
        transfer.deliver()
        let outcome = transfer.outcome(of: exchange, code: code)
        multi.remove(transfer.easy)
        if let continuation = unsafe transfers.remove(transfer) { unsafe exchange.answer(outcome, to: continuation) }
    }

    /// The way out: every exchange, begun or still waiting in the mailbox, is answered, and the handles go first.
    private mutating func endAll() {
        let waiting = mailbox.close(with: .stopped)
        // The watch must hold no transfer any longer: each holds the watch.
        for transfer in watch.takeNoted() { transfer.deliver() }
        for transfer in transfers.running {
            transfer.intake.gate.refuse(.cancelled)
            end(transfer, with: CURLE_OK)
        }
        Self.refuse(commands + waiting, with: .stopped)
    }

    /// What becomes of a mailbox whose loop could not be made.
    static func refuseAll(in mailbox: CurlMailbox, because reason: String) {
        let outcome = TransferOutcome(neverStarted: .unknown, because: reason)
        refuse(mailbox.close(with: outcome), with: outcome)
    }

    private static func refuse(_ commands: [CurlCommand], with outcome: TransferOutcome) {
        for case .start(let exchange, let continuation) in commands {
            unsafe exchange.answer(outcome, to: continuation)
        }
    }
}
