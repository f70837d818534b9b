internal import CCurl
internal import FetchKit

/// When a request goes out, and when it goes out once more.
extension CurlTransfer {
    /// Whether the request may go out, now that its connection is there.
    ///
    /// libcurl sends again what was answered by 417, as often as it is. The answer stands.
    func maySend() -> Bool {
        if let origin = sharedOrigin { watch.noteConnection(to: origin) }
        return !state.intake.gate.hasHead
    }

    /// The origin whose connections the exchange may share with others; `nil` where it has one of its own.
    var sharedOrigin: String? {
        exchange.flatMap { sharesConnections($0) ? $0.request.secureOrigin : nil }
    }

    /// Whether libcurl was kept from sending a request that had been answered.
    func wasKeptFromSendingAgain(_ code: CURLcode) -> Bool {
        code == CURLE_ABORTED_BY_CALLBACK && state.intake.gate.hasHead
    }

    /// Whether an exchange that ended with its connection may be sent once more, on a new one: nothing was answered, or
    /// what was may be cut short, and sending it twice is the same as once (RFC 9110 section 9.2.2).
    ///
    /// libcurl itself sends again five times at most, on whatever else its pool holds. After a server was reloaded, or
    /// said farewell to several connections, that may be dead too.
    func mayStartAfresh(after code: CURLcode) -> Bool {
        let isUnproven = isUnproven(code)
        guard !state.isAfresh, state.intake.gate.refusal == nil, isUnproven || state.intake.gate.headBytes == 0,
            let method = exchange?.request.method, Self.idempotentMethods.contains(method)
        else { return false }
        if isUnproven { return rewindBody(to: 0) }
        switch code {
        // A pooled connection may have been dead already (RFC 9112 section 9.3.1).
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
            return easy.get(.newConnections) == 0 && rewindBody(to: 0)
        // A server that is about to go says farewell to new connections too (RFC 9113 section 6.8).
        case CURLE_HTTP2: return rewindBody(to: 0)
        default: return false
        }
    }

    /// Whether a reply may have been cut short although libcurl calls it complete.
    ///
    /// A server's farewell (RFC 9113 section 6.8) with its last reply looks the same, so that alone is no failure; a length
    /// that was declared was looked at. Asked again over HTTP/1.1, it shows its end.
    private func isUnproven(_ code: CURLcode) -> Bool {
        guard state.isMultiplexed, code == CURLE_OK, CurlLibrary.endsBrokenSessionsAsComplete, !state.isStreamed,
            let head = state.intake.gate.head, let method = exchange?.request.method,
            case .open = head.framing(method: method)
        else { return false }
        return easy.get(.activeSocket) < 0
    }

    private static let idempotentMethods: Set = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    /// Asks for a new connection, over HTTP/1.1 where a reply has come that may be cut short, which is forgotten; false where
    /// libcurl cannot. The next exchange's configuration takes it back.
    func prepareAfresh() -> Bool {
        guard let exchange else { return false }
        unsafe errorText[0] = 0
        state.isAfresh = true
        configured = nil
        do {
            try easy.set(.freshConnection, to: true)
            guard state.intake.gate.headBytes > 0 else { return true }
            state.intake.startAgain(policy: exchange.policy)
            (state.isMultiplexed, state.socket, state.floodMark) = (false, -1, nil)
            try awaitFirstField()
            try easy.set(.httpVersion, to: CURL_HTTP_VERSION_1_1)
            return true
        } catch {
            return false
        }
    }
}
