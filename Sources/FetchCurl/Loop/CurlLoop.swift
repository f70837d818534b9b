internal import CCurl
internal import FetchKit
internal import Foundation

/// One thread's loop over libcurl's multi interface; the owner of every transfer and connection.
///
/// A turn: run tasks → wait → tell libcurl which sockets are ready → take commands → fire libcurl's timer → fire our own →
/// deliver what came of streams → answer what ended. Callbacks only record, so libcurl is never entered from within itself.
@safe struct CurlLoop: ~Copyable {
    private let worker: CurlWorker
    private let mailbox: CurlMailbox
    private let clock: LoopClock
    private let watch: CurlWatch
    private var pools: [ConnectionPool]
    private var placement = PoolPlacement()
    private var transfers: TransferTable
    private var timers = TimerQueue()
    private var coldStarts = ColdStarts()
    private var commands: [CurlCommand] = []
    private var jobs: [UnownedJob] = []
    /// Callers whose exchange ended in this turn.
    private var answered: [CurlExchange.Continuation] = unsafe []
    /// `nil` where there is no other loop that could help.
    private var meter: BusyMeter?
    /// True where what is read of a connection may be a stream's that is held back.
    private let holdsSharedStreams: Bool

    init?(_ worker: CurlWorker, options: CurlBackend.Options) {
        let clock = LoopClock()
        guard let watch = CurlWatch(clock: clock, wake: worker.mailbox.wakeDescriptor.raw),
            let pool = ConnectionPool(index: 0, watch: watch)
        else { return nil }
        self.worker = worker
        mailbox = worker.mailbox
        if options.loops > 1 { meter = BusyMeter(start: clock.now, processorTime: LoopThread.processorTime) }
        holdsSharedStreams = options.streamsOverHTTP2
        self.clock = clock
        self.watch = watch
        pools = [pool]
        transfers = TransferTable(options: options, watch: watch)
    }

    mutating func run() {
        while true {
            watch.watchdog.leave()
            ProcessExit.leaveLibcurl()
            let isIdle = mailbox.fallAsleep(taking: &jobs)
            runJobs()
            let readyCount = wait(isIdle: isIdle)
            ProcessExit.enterLibcurl()
            watch.watchdog.enter()
            for index in 0..<readyCount { act(onReadyAt: index) }
            guard takeCommands() else { break }
            for index in pools.indices where pools[index].watch.takeDueTimer() {
                pools[index].multi.act(on: CURL_SOCKET_TIMEOUT, events: 0)
            }
            expireTimers()
            deliver()
            for index in pools.indices { endCompleted(in: index) }
            for origin in watch.takeConnectedOrigins() {
                for slot in coldStarts.connected(to: origin) { begin(slot) }
            }
            for slot in coldStarts.due(by: clock.now) { begin(slot) }
            answerAll()
        }
        endAll()
    }

    /// Runs what tasks of the loop's executor have to do, up to where each waits next. What they leave meanwhile comes in the
    /// next turn, so that they cannot keep the loop from its sockets.
    private mutating func runJobs() {
        guard !jobs.isEmpty else { return }
        for job in jobs { unsafe job.runSynchronously(on: worker.asUnownedTaskExecutor()) }
        jobs.removeAll(keepingCapacity: true)
    }

    /// Waits until a socket, a timer or the mailbox needs the loop; never longer than a minute, whatever got lost. One that
    /// is not idle only looks.
    private mutating func wait(isIdle: Bool) -> Int {
        clock.refresh()
        defer {
            clock.refresh()
            let busy = meter?.read(
                at: clock.now, processorTime: { LoopThread.processorTime }, idleTime: IdleTime.total)
            if let busy { worker.load.publish(busy, at: clock.now) }
        }
        guard isIdle else { return watch.sockets.wait(milliseconds: 0) }
        var due = min(timers.next?.nanoseconds ?? .max, coldStarts.next?.nanoseconds ?? .max)
        for index in pools.indices { due = min(due, pools[index].watch.timer?.nanoseconds ?? .max) }
        let pause = min(max(0, due - clock.now.nanoseconds), 60_000_000_000)
        return watch.sockets.wait(milliseconds: Int32((pause + 999_999) / 1_000_000))
    }

    private mutating func act(onReadyAt index: Int) {
        guard let ready = watch.sockets.ready(at: index) else { return }
        if !ready.isMultiplexed { ready.owner?.noteReadiness(of: ready.socket) }
        var events: Int32 = 0
        if !ready.interest.isDisjoint(with: [.read]) { events |= CURL_CSELECT_IN }
        if !ready.interest.isDisjoint(with: [.write]) { events |= CURL_CSELECT_OUT }
        if !ready.interest.isDisjoint(with: [.error]) { events |= CURL_CSELECT_ERR }
        let progress = watch.watchdog.progress
        pools[ready.pool].multi.act(on: ready.socket, events: events)
        if watch.watchdog.progress == progress, !ready.isPlain, !holdsSharedStreams { cutIfBarren(ready.socket) }
        guard let owner = ready.owner, !ready.isMultiplexed else { return }
        if owner.state.isMultiplexed {
            watch.sockets.noteMultiplexed(ready.socket)
        } else if ready.count > 1, owner.isFlooding() {
            // Not at the first readiness, so that a small reply pays nothing for it.
            end(owner, with: CURLE_OK)
        }
    }

    /// Ends a connection over TLS whose messages and frames are part of no reply, too many of them. Those of an HTTP/2
    /// connection cannot be told from a body otherwise.
    private func cutIfBarren(_ socket: Int32) {
        let bytes = watch.sockets.barrenBytes(of: socket, at: watch.watchdog.progress)
        if watch.watchdog.isTooMuch(barren: bytes) { watch.watchdog.cut(socket) }
    }

    /// Hands on what came of streams. One that was held back with a room that is out of date goes on at once, and what
    /// libcurl kept of it comes now.
    private func deliver() {
        while watch.hasNoted {
            for transfer in watch.takeNoted() {
                transfer.deliver()
                if transfer.state.intake.isHeld, transfer.state.intake.room > 0 { transfer.resume() }
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
                transfer.state.intake.gate.refuse(.cancelled)
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
        if exchange.isCancelled { return unsafe exchange.refuse(.cancelled, to: continuation) }
        guard let transfer = unsafe transfers.add(exchange, continuation) else {
            return unsafe exchange.refuse(.lacking("no memory left for a libcurl handle"), to: continuation)
        }
        if exchange.request.target.isSecure { watch.watchdog.start() }
        do throws(CurlOptionFault) {
            try transfer.configure(for: exchange)
            timers.set(transfer.slot, noLaterThan: transfer.state.intake.gate.nextExpiry(from: clock.now))
            if let origin = transfer.sharedOrigin, !coldStarts.admit(transfer.slot, to: origin, at: clock.now) {
                return
            }
            begin(transfer.slot)
        } catch {
            _ = unsafe transfers.remove(transfer)
            unsafe exchange.refuse(.lacking(error.reason), to: continuation)
        }
    }

    /// Gives libcurl the exchange that waits in a slot, if it still does.
    private mutating func begin(_ slot: Int) {
        guard let transfer = transfers[slot: slot], let exchange = transfer.exchange, transfer.state.place == nil else {
            return
        }
        let place = placement.place(hash: exchange.request.target.authorityHash)
        // Where no further pool can be made, the first one serves in its place.
        if place.pool == pools.count { pools.append(ConnectionPool(index: place.pool, watch: watch) ?? pools[0]) }
        transfer.state.place = place
        limit(place.pool)
        if !pools[place.pool].multi.add(transfer.easy) { end(transfer, with: CURLE_OUT_OF_MEMORY) }
    }

    /// Tells a pool how many connections it may have open, where that has changed by much.
    private mutating func limit(_ pool: Int) {
        if let limit = placement.newLimit(of: pool) { pools[pool].multi.keep(connections: limit) }
    }

    /// Sends once more what died with a pooled connection; false where that is not to be, or not possible.
    private func startAfresh(_ transfer: CurlTransfer, in pool: Int, after code: CURLcode) -> Bool {
        guard transfer.mayStartAfresh(after: code), transfer.prepareAfresh() else { return false }
        pools[pool].multi.remove(transfer.easy)
        return pools[pool].multi.add(transfer.easy)
    }

    // MARK: Ends

    private mutating func endCompleted(in pool: Int) {
        while let (owner, code) = unsafe pools[pool].multi.nextCompletion() {
            guard let transfer = unsafe CurlTransfer.from(owner) else { continue }
            if !startAfresh(transfer, in: pool, after: code) { end(transfer, with: code) }
        }
    }

    private mutating func expireTimers() {
        while let slot = timers.popDue(by: clock.now) {
            guard let transfer = transfers[slot: slot] else { continue }
            switch transfer.state.intake.gate.expire(at: clock.now) {
            case .pass: timers.set(slot, noLaterThan: transfer.state.intake.gate.nextExpiry(from: clock.now))
            case .refuse: end(transfer, with: CURLE_OK)
            }
        }
    }

    /// Takes a transfer off the wire and answers its caller, in this order.
    private mutating func end(_ transfer: CurlTransfer, with code: CURLcode) {
        guard let exchange = transfer.exchange else { return }
        transfer.deliver()
        let outcome = transfer.outcome(code: code)
        if let place = transfer.state.place {
            pools[place.pool].multi.remove(transfer.easy)
            if exchange.request.target.isSecure, transfer.state.intake.gate.refusal != nil {
                watch.watchdog.expectRest(at: clock.now)
            }
            placement.end(place)
            limit(place.pool)
        }
        exchange.end(with: outcome)
        var freed: [Int] = []
        if let origin = transfer.sharedOrigin {
            freed = coldStarts.ended(transfer.slot, to: origin)
            let isAnswered = transfer.state.intake.gate.hasHead
            if isAnswered { coldStarts.learn(origin, isShared: transfer.state.isMultiplexed) }
        }
        if let continuation = unsafe transfers.remove(transfer) { unsafe answered.append(continuation) }
        for slot in freed { begin(slot) }
    }

    /// Answers what ended in this turn, all at once: a caller's thread that is woken for each would fall asleep between.
    private mutating func answerAll() {
        // SAFETY: a continuation comes here when it is taken out of the table, so it is resumed once.
        unsafe answered.forEach { unsafe $0.resume() }
        unsafe answered.removeAll(keepingCapacity: true)
    }

    /// The way out: every exchange, still waiting in the mailbox or begun, is answered.
    private mutating func endAll() {
        Self.refuseAll(in: mailbox, .stopped)
        Self.refuse(commands, .stopped)
        // The watch must hold no transfer any longer: each holds the watch.
        for transfer in watch.takeNoted() { transfer.deliver() }
        coldStarts = ColdStarts()
        for transfer in transfers.running {
            transfer.state.intake.gate.refuse(.cancelled)
            end(transfer, with: CURLE_OK)
        }
        answerAll()
        watch.watchdog.stop()
    }

    /// What becomes of a mailbox whose loop ends, or could not be made.
    static func refuseAll(in mailbox: CurlMailbox, _ cause: NeverStarted) {
        let waiting = mailbox.close(with: cause)
        refuse(waiting.commands, cause)
        waiting.jobs.forEach(CurlWorker.pass(on:))
    }

    private static func refuse(_ commands: [CurlCommand], _ cause: NeverStarted) {
        for case .start(let exchange, let continuation) in commands { unsafe exchange.refuse(cause, to: continuation) }
    }
}
