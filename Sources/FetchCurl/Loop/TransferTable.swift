/// Every transfer of a loop by its slot: those that run, and those that wait, with their easy handle, to be used again.
///
/// Making an easy handle for each request costs a third of the request rate.
struct TransferTable {
    private let options: CurlBackend.Options
    private let watch: CurlWatch
    private var slots: [CurlTransfer?] = []
    private var idle: [Int] = []
    private var empty: [Int] = []

    /// Handles kept for reuse; after a burst the rest are freed.
    private static let mostIdle = 256

    init(options: CurlBackend.Options, watch: CurlWatch) {
        self.options = options
        self.watch = watch
    }

    /// The transfer that an exchange runs in, while it does.
    subscript(exchange: CurlExchange) -> CurlTransfer? {
        guard let transfer = self[slot: exchange.slot], transfer.exchange === exchange else { return nil }
        return transfer
    }

    /// The running transfer in a slot.
    subscript(slot slot: Int) -> CurlTransfer? {
        guard slots.indices.contains(slot), let transfer = slots[slot], transfer.exchange != nil else { return nil }
        return transfer
    }

    /// The transfers that run.
    var running: [CurlTransfer] { slots.compactMap { $0?.exchange == nil ? nil : $0 } }

    /// Gives an exchange a transfer; `nil` where no handle can be made.
    mutating func add(_ exchange: CurlExchange, _ continuation: CurlExchange.Continuation) -> CurlTransfer? {
        let transfer: CurlTransfer
        if let slot = idle.popLast(), let waiting = slots[slot] {
            transfer = waiting
        } else {
            let slot = empty.last ?? slots.count
            guard let made = CurlTransfer(slot: slot, options: options, watch: watch) else { return nil }
            if empty.popLast() == nil { slots.append(made) } else { slots[slot] = made }
            transfer = made
        }
        unsafe transfer.begin(exchange, continuation)
        exchange.slot = transfer.slot
        return transfer
    }

    /// Takes back a transfer that is on no wire any more, and hands over who waits for its answer.
    mutating func remove(_ transfer: CurlTransfer) -> CurlExchange.Continuation? {
        if idle.count < Self.mostIdle {
            idle.append(transfer.slot)
        } else {
            slots[transfer.slot] = nil
            empty.append(transfer.slot)
        }
        return unsafe transfer.finish()
    }
}
