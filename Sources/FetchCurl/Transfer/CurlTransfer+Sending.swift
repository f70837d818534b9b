internal import CCurl
internal import FetchKit

/// Sending again what a pooled connection swallowed.
///
/// libcurl does so itself, but five times at most and on whatever else its pool holds. After a server was reloaded, or
/// said farewell to several connections, that may be dead too.
extension CurlTransfer {
    /// Whether an exchange that ended may be sent once more, on a connection of its own: none was made for it, nothing
    /// was answered, and sending it twice is the same as once (RFC 9110 section 9.2.2, RFC 9112 section 9.3.1).
    func mayStartAfresh(after code: CURLcode) -> Bool {
        guard code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR || code == CURLE_GOT_NOTHING,
            intake.gate.refusal == nil, intake.gate.headBytes == 0, easy.get(.newConnections) == 0,
            let method = exchange?.request.method, Self.idempotentMethods.contains(method)
        else { return false }
        return rewindBody(to: 0)
    }

    private static let idempotentMethods: Set = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    /// Asks for a new connection; false where libcurl cannot. The next exchange's configuration takes it back.
    func wantFreshConnection() -> Bool {
        unsafe errorText[0] = 0
        return (try? easy.set(.freshConnection, to: true)) != nil
    }
}
