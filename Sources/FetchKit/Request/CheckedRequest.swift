package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A request that satisfies ``RequestRules``, read once: `URLRequest` takes its time to answer.
///
/// An object, since an exchange is handed on several times before it begins.
package final class CheckedRequest: Sendable {
    package let url: URL
    package let target: RequestTarget
    package let method: String
    package let fields: [String: String]
    /// The body that is in the request itself.
    package let data: Data?
    /// True where the request brings a stream to read its body from.
    package let hasStream: Bool

    /// Reads a request; `uploads` says that a body is sent with it that is not in it.
    ///
    /// - Throws: The first of its faults.
    package init(_ request: URLRequest, uploads: Bool) throws(RequestRules.Fault) {
        guard let url = request.url else { throw .noURL }
        self.url = url
        target = try RequestTarget(url)
        method = request.httpMethod ?? "GET"
        fields = request.allHTTPHeaderFields ?? [:]
        data = request.httpBody
        hasStream = data == nil && request.httpBodyStream != nil
        try RequestRules.check(method: method, sendsBody: uploads || hasStream || data != nil)
        try RequestRules.check(fields)
    }
}
