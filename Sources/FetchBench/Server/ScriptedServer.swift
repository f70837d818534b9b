import FetchTesting
import Foundation
import Glibc

/// The kit's own server: slow replies, and all that is served without TLS where there is no nginx.
enum ScriptedServer {
    /// Serves until the process is ended, or has lost the one that started it; prints the port as a line first.
    static func serve() async throws {
        ProcessFootprint.allowDescriptors(1 << 16)
        let server = try LoopbackServer { script(for: $0.path) }
        FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
        let parent = getppid()
        while getppid() == parent { try await Task.sleep(for: .seconds(1)) }
        server.stop()
    }

    /// `/trickle/N` sends N bytes, one each 100 ms; `/pending/N` replies after N ms; `/N` sends N bytes.
    static func script(for path: String) -> Script {
        let parts = path.split(separator: "/")
        guard let last = parts.last else { return .reply(status: 404) }
        if last == "sink" { return [.awaitBody, .reply()] }
        guard let number = Int(last) else { return .reply(status: 404) }
        switch parts.first {
        case "trickle":
            return [
                .head(status: 200, ["Content-Length": "\(number)"]),
                .trickle(String(repeating: "x", count: number), every: .milliseconds(100)),
            ]
        case "pending": return [.pause(.milliseconds(number)), .reply(body: piece)]
        default:
            return [
                .head(status: 200, ["Content-Length": "\(number)"]), .repeating(piece, times: number / piece.count),
            ]
        }
    }

    /// What all replies but the slow ones are made of: their sizes are whole numbers of it.
    private static let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1024)
}
