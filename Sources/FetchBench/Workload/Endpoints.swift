import Foundation

/// Where the servers of a run are, as its children are told.
struct Endpoints: Codable, Sendable {
    /// What serves all but the slow replies, such as `nginx/1.22.1`.
    var server: String
    var ports: [Origin: Int] = [:]
    /// The certificate that the servers of https show.
    var rootsFile: String?
    /// Why there is no https, where there is none.
    var reasonWithoutTLS = ""

    func url(_ origin: Origin, _ path: String) throws(BenchFault) -> URL {
        guard let port = ports[origin] else { throw BenchFault("no \(origin.rawValue) server: \(reasonWithoutTLS)") }
        let scheme = origin == .http1 || origin == .http2 ? "https" : "http"
        guard let url = URL(string: "\(scheme)://127.0.0.1:\(port)\(path)") else { throw BenchFault("no URL") }
        return url
    }
}

/// Why something could not be measured, in one line.
struct BenchFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
