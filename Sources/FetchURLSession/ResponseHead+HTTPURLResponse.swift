internal import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension ResponseHead {
    /// The head of an HTTP response; `nil` for a response of another kind.
    ///
    /// Foundation keeps the fields in a dictionary, so their order is lost and repeated ones are joined; sorting by
    /// name makes the same head the same value every time.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        let fields = response.allHeaderFields.compactMap { name, value -> (String, String)? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name, value)
        }
        self.init(status: response.statusCode, headers: FetchHeaders(fields.sorted { $0.0 < $1.0 }))
    }

    /// False for an interim reply, after which another head follows; 101 ends the exchange and is final.
    var isFinal: Bool { status == 101 || !(100..<200).contains(status) }

    /// The fewest bytes this head can have had on the wire; Foundation does not say how many it had.
    var leastBytes: Int {
        let statusLine = "HTTP/1.1 200\r\n".utf8.count
        let blankLine = 2
        return headers.reduce(statusLine + blankLine) {
            $0 + $1.name.utf8.count + $1.value.utf8.count + ":\r\n".utf8.count
        }
    }
}
