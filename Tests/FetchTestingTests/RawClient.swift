import Foundation

@testable import FetchTesting

/// A peer that speaks bytes. It never blocks a thread: while its socket is not ready it lets others run.
final class RawClient: Sendable {
    private let socket: Descriptor

    init(_ server: LoopbackServer, address: LoopbackAddress = .ipv4) throws {
        socket = try .stream(address)
        address.beginConnecting(socket, port: UInt16(server.port))
    }

    /// Sends all of a text; false when the connection is lost first.
    @discardableResult
    func send(_ text: String) async -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            switch socket.send(rest) {
            case .moved(let count): rest = rest.dropFirst(count)
            case .blocked: await breathe()
            case .ended, .failed: return false
            }
        }
        return true
    }

    /// Sends until the peer has not taken a byte for a while, and says how many it took.
    func sendUntilBlocked(for quiet: Duration) async -> Int {
        let piece = [UInt8](repeating: 0, count: 65_536)[...]
        var sent = 0
        var last = ContinuousClock.now
        while last.duration(to: .now) < quiet {
            if case .moved(let count) = socket.send(piece) {
                sent += count
                last = .now
            } else {
                await breathe()
            }
        }
        return sent
    }

    /// What arrived and how it ended: `.blocked` when the enough-test was met or the time was over.
    func receive(
        within limit: Duration = .seconds(10), until isEnough: ([UInt8]) -> Bool = { _ in false }
    ) async -> (bytes: [UInt8], end: Transfer) {
        let start = ContinuousClock.now
        var buffer = [UInt8](repeating: 0, count: 262_144)
        var bytes: [UInt8] = []
        while !isEnough(bytes) && start.duration(to: .now) < limit {
            switch socket.receive(into: &buffer) {
            case .moved(let count): bytes += buffer[..<count]
            case .blocked: await breathe()
            case .ended: return (bytes, .ended)
            case .failed: return (bytes, .failed)
            }
        }
        return (bytes, .blocked)
    }

    /// The text up to and with a suffix.
    func receive(endingWith suffix: String) async -> String {
        let bytes = await receive { $0.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }.bytes
        return String(decoding: bytes, as: UTF8.self)
    }

    func reset() { socket.resetOnClose() }
    func endSending() { socket.endSending() }

    private func breathe() async { try? await Task.sleep(for: .milliseconds(1)) }
}

extension String {
    static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
}
