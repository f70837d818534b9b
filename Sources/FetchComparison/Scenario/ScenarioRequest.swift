public import Foundation
internal import FetchTesting

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request of a scenario: what a `URLRequest` is made from once the server's port is known.
public struct ScenarioRequest: Sendable, Hashable {
    /// The method.
    public var method: String
    /// The path and query, percent-encoded.
    public var path: String
    /// A whole URL that is asked for instead of a path on the server, with `PORT` for the server's port.
    public var url: String?
    /// The fields, by name.
    public var headers: [String: String]
    /// The body, if there is one.
    public var body: Data?
    /// A body that comes over time, instead of one in memory.
    public var stream: ScriptedStream.Script?

    /// Makes a request.
    public init(_ method: String, _ path: String = "/", headers: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// A GET.
    public static func get(_ path: String = "/", headers: [String: String] = [:]) -> ScenarioRequest {
        ScenarioRequest("GET", path, headers: headers)
    }

    /// A GET of a whole URL.
    public static func url(_ url: String) -> ScenarioRequest {
        var request = ScenarioRequest("GET")
        request.url = url
        return request
    }

    func address(on server: LoopbackServer) -> URL {
        url.flatMap { URL(string: $0.replacing("PORT", with: "\(server.port)")) } ?? server.url(path)
    }

    func urlRequest(to server: LoopbackServer) -> URLRequest {
        var request = URLRequest(url: address(on: server))
        request.httpMethod = method
        if let stream { request.httpBodyStream = ScriptedStream(stream) } else { request.httpBody = body }
        // `setValue` drops a value that breaks a head apart without a word on Linux; the dictionary takes it as it is.
        request.allHTTPHeaderFields = headers
        return request
    }
}
