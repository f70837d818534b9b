/// The one thread of a server: accepts, and gives each connection its turn when something is ready or due.
struct ServerLoop {
    private let listener: Listener
    private let stopSignal: StopSignal
    private let behavior: ServerBehavior
    private let journal: Journal
    private var readiness: Readiness
    private var connections: [Int: ServerConnection] = [:]
    private var due: [Int: ContinuousClock.Instant] = [:]
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    private static let listenerToken = Int(UInt32.max)
    private static let stopToken = listenerToken + 1

    init(
        _ listener: Listener, accepts: Bool, stopSignal: StopSignal, behavior: ServerBehavior, journal: Journal
    ) throws(SocketFailure) {
        self.listener = listener
        self.stopSignal = stopSignal
        self.behavior = behavior
        self.journal = journal
        readiness = try Readiness()
        readiness.add(stopSignal.descriptor, token: Self.stopToken, events: .readable)
        if accepts { readiness.add(listener.socket, token: Self.listenerToken, events: .readable) }
    }

    /// Runs until the stop signal; every connection is closed with the loop.
    mutating func run() {
        while true {
            let ready = readiness.wait(until: due.values.min())
            if ready.contains(where: { $0.token == Self.stopToken }) { return }
            for (token, events) in ready {
                guard token != Self.listenerToken else {
                    accept()
                    continue
                }
                take(token) { $0.handle(events, buffer: &$1) }
            }
            let now = ContinuousClock.now
            for token in due.filter({ $0.value <= now }).keys {
                take(token) { connection, _ in connection.play(at: now) }
            }
        }
    }

    private mutating func accept() {
        while let socket = listener.socket.accept() {
            let token = journal.enter(acceptedAt: .now)
            let connection = ServerConnection(socket, number: token, journal: journal, behavior: behavior)
            connections[token] = connection
            readiness.add(socket, token: token, events: connection.interest)
            take(token) { connection, _ in connection.play(at: .now) }
        }
    }

    /// Gives a connection its turn and sees to what it wants next.
    private mutating func take(_ token: Int, _ turn: (ServerConnection, inout [UInt8]) -> Void) {
        guard let connection = connections[token] else { return }
        let interest = connection.interest
        turn(connection, &buffer)
        due[token] = connection.isOver ? nil : connection.wake
        if connection.isOver {
            connections[token] = nil
        } else if connection.interest != interest {
            readiness.change(connection.socket, token: token, events: connection.interest)
        }
    }
}
