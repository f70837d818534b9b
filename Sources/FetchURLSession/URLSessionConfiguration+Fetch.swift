internal import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// A configuration that keeps nothing from one exchange for the next, and leaves every time limit to the policy.
    static var withoutMemory: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = longestTimeout
        configuration.timeoutIntervalForResource = longestTimeout
        // Queueing for a connection would count as silence.
        configuration.httpMaximumConnectionsPerHost = 10_000
        return configuration
    }

    /// Ten years in seconds. On Linux a timeout is cut to whole seconds, and an infinite one traps.
    fileprivate static let longestTimeout = Double(FetchPolicy.longestTime.components.seconds)
}

extension URLRequest {
    /// The request with its timeout out of the way: the exchange's policy already holds it.
    var withoutOwnTimeout: URLRequest {
        var request = self
        request.timeoutInterval = URLSessionConfiguration.longestTimeout
        return request
    }
}
