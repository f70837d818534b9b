internal import CCurl

/// One of a loop's pools of connections: a multi handle, and what runs over it. See `PoolPlacement` for why there are several.
final class ConnectionPool {
    let multi: MultiHandle
    let watch: PoolWatch

    /// Makes a pool, known to the loop by its index; `nil` where memory or descriptors are short.
    init?(index: Int, watch: CurlWatch) {
        let own = PoolWatch(pool: index, watch: watch)
        // SAFETY: the callbacks take what they are given for a `PoolWatch`.
        let multi = unsafe MultiHandle(context: own, socket: PoolWatch.onSocket, timer: PoolWatch.onTimer)
        guard let multi else { return nil }
        self.multi = multi
        self.watch = own
    }
}
