internal import CCurl
internal import FetchKit
internal import Glibc

/// What libcurl wants of each socket, beside what the kernel has been told.
///
/// The callbacks only record. What changed is handed to the kernel before the next wait, so that a connection that
/// goes back to the pool and comes out again within a turn costs nothing. A socket nobody wants stays registered
/// until it stirs: most are wanted again before.
struct SocketTable: ~Copyable {
    struct Entry {
        var wanted: Readiness.Interest = []
        var registered: Readiness.Interest = []
        var isChanged = false
        /// The pool that its connection is of.
        var pool = 0
        /// The transfer that libcurl last named with this socket.
        var owner: CurlTransfer?
        /// How often the socket was ready for this owner.
        var readyCount = 0
        /// True once the connection has shown that it carries several transfers at once: what arrives may be another's.
        var isMultiplexed = false
        /// True where what arrives is replies alone. Over TLS the session has messages of its own.
        var isPlain = false
        /// What had been read of it, and how far exchanges had come, at the first look since they last came further.
        var barrenStart: (consumed: Int, progress: Int)?
        /// True while its connection waits in the pool. One whose transfer is held back is wanted by nobody either, and
        /// what arrives on it is that transfer's.
        var isIdle = false

        /// Takes what libcurl wants; true where the kernel is to be told.
        mutating func want(_ interest: Readiness.Interest, in pool: Int, owner: CurlTransfer?, isHeld: Bool) -> Bool {
            wanted = interest
            self.pool = pool
            isIdle = interest.isEmpty && !isHeld
            if self.owner !== owner {
                self.owner = owner
                readyCount = 0
                if let exchange = owner?.exchange { isPlain = !exchange.request.target.isSecure }
            }
            defer { isChanged = true }
            return !isChanged
        }
    }

    /// A socket that is ready, and whom it concerns.
    struct Ready {
        let socket: Int32
        let interest: Readiness.Interest
        let pool: Int
        let owner: CurlTransfer?
        let count: Int
        let isMultiplexed: Bool
        let isPlain: Bool
    }

    private(set) var readiness: Readiness
    private var entries: [Entry] = []
    private var changed: [Int32] = []

    init(_ readiness: consuming Readiness) { self.readiness = readiness }

    /// Records what libcurl wants of a socket; nothing for one that is back in the pool or whose transfer is held back.
    mutating func want(
        _ interest: Readiness.Interest, of socket: Int32, in pool: Int, owner: CurlTransfer?, isHeld: Bool
    ) {
        guard socket >= 0 else { return }
        while entries.count <= socket { entries.append(Entry()) }
        if entries[Int(socket)].want(interest, in: pool, owner: owner, isHeld: isHeld) { changed.append(socket) }
    }

    /// Forgets a socket that is about to be closed.
    mutating func forget(_ socket: Int32) {
        guard socket >= 0, socket < entries.count else { return }
        if !entries[Int(socket)].registered.isEmpty { readiness.ignore(socket) }
        let isChanged = entries[Int(socket)].isChanged
        entries[Int(socket)] = Entry()
        entries[Int(socket)].isChanged = isChanged
    }

    /// Records that a connection from a port of this machine is in use.
    ///
    /// libcurl names the socket of a pooled connection only once it waits for it. A transfer that is held back before, by
    /// a reply that was there at once, is known by its port alone.
    mutating func noteUse(ofLocalPort port: Int) {
        for index in entries.indices where entries[index].isIdle && SocketTraffic.localPort(of: Int32(index)) == port {
            entries[index].isIdle = false
        }
    }

    /// Records that a connection carries several transfers at once.
    mutating func noteMultiplexed(_ socket: Int32) {
        if socket >= 0, socket < entries.count { entries[Int(socket)].isMultiplexed = true }
    }

    /// Tells the kernel what changed, and waits.
    mutating func wait(milliseconds: Int32) -> Int {
        for socket in changed {
            let index = Int(socket)
            entries[index].isChanged = false
            let (wanted, registered) = (entries[index].wanted, entries[index].registered)
            guard !wanted.isEmpty, wanted != registered else { continue }
            readiness.watch(socket, for: wanted, isNew: registered.isEmpty)
            entries[index].registered = wanted
        }
        changed.removeAll(keepingCapacity: true)
        return readiness.wait(milliseconds: milliseconds)
    }

    /// The socket at a place in the last wait's result; `nil` where nobody wants it, and then it is watched no longer.
    mutating func ready(at place: Int) -> Ready? {
        let (socket, interest) = readiness.ready(at: place)
        let index = Int(socket)
        guard index < entries.count else { return nil }
        guard !entries[index].wanted.isEmpty else {
            stirred(socket)
            return nil
        }
        entries[index].readyCount += 1
        return Ready(
            socket: socket, interest: interest, pool: entries[index].pool, owner: entries[index].owner,
            count: entries[index].readyCount, isMultiplexed: entries[index].isMultiplexed,
            isPlain: entries[index].isPlain)
    }

    /// How much has been read of a socket while no exchange came further, in bytes.
    mutating func barrenBytes(of socket: Int32, at progress: Int) -> Int {
        guard let consumed = SocketTraffic.consumed(socket) else { return 0 }
        if let start = entries[Int(socket)].barrenStart, start.progress == progress { return consumed - start.consumed }
        entries[Int(socket)].barrenStart = (consumed, progress)
        return 0
    }

    /// An idle socket stirred. One that was watched for something else is watched on for something to read.
    private mutating func stirred(_ socket: Int32) {
        let index = Int(socket)
        let registered = entries[index].registered
        if entries[index].isIdle, entries[index].isPlain, !SocketTraffic.endIfSurplus(socket), !registered.isEmpty,
            registered != .read
        {
            readiness.watch(socket, for: .read, isNew: false)
            entries[index].registered = .read
        } else {
            if !registered.isEmpty { readiness.ignore(socket) }
            entries[index].registered = []
        }
    }
}
