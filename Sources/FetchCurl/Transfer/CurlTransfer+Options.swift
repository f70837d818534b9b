internal import CCurl
internal import FetchKit
internal import Foundation

/// The one place that configures a handle: an option is one line in `CurlOption` and one line here.
extension CurlTransfer {
    /// Options that hold for every exchange of this handle. Set once: a handle keeps them, and a reset would cost more
    /// than the rest of the configuration.
    func configureOnce() throws(CurlOptionFault) {
        // SAFETY: libcurl borrows the transfer and the watch; the handle is freed before either.
        let transfer = unsafe Unmanaged.passUnretained(self).toOpaque()
        let watch = unsafe Unmanaged.passUnretained(watch).toOpaque()
        try unsafe easy.set(.owner, to: transfer)
        try unsafe easy.set(.errorBuffer, to: UnsafeMutableRawPointer(errorText))
        try unsafe easy.set(.headerData, to: transfer)
        try unsafe easy.set(.writeData, to: transfer)
        try unsafe easy.set(.readData, to: transfer)
        try unsafe easy.set(.seekData, to: transfer)
        try unsafe easy.set(.prerequisiteData, to: transfer)
        try unsafe easy.set(.closeSocketData, to: watch)
        try easy.check(
            CURLOPT_HEADERFUNCTION, unsafe fetch_easy_set_write(easy.raw, CURLOPT_HEADERFUNCTION, Self.onHead))
        try easy.check(CURLOPT_WRITEFUNCTION, unsafe fetch_easy_set_write(easy.raw, CURLOPT_WRITEFUNCTION, Self.onBody))
        try easy.check(CURLOPT_READFUNCTION, unsafe fetch_easy_set_read(easy.raw, CURLOPT_READFUNCTION, Self.onRead))
        try easy.check(CURLOPT_SEEKFUNCTION, unsafe fetch_easy_set_seek(easy.raw, CURLOPT_SEEKFUNCTION, Self.onSeek))
        try easy.check(
            CURLOPT_PREREQFUNCTION,
            unsafe fetch_easy_set_prerequisite(easy.raw, CURLOPT_PREREQFUNCTION, Self.onConnected))
        try easy.check(
            CURLOPT_OPENSOCKETFUNCTION, unsafe fetch_easy_set_open(easy.raw, CURLOPT_OPENSOCKETFUNCTION, Self.onOpen))
        try easy.check(
            CURLOPT_CLOSESOCKETFUNCTION,
            unsafe fetch_easy_set_close(easy.raw, CURLOPT_CLOSESOCKETFUNCTION, Self.onClose))

        // Without it libcurl sets signal handlers for its name lookups, and a thread must not.
        try easy.set(.noSignal, to: true)
        // A name lookup under way would otherwise block the loop when its transfer ends (7.87 and later).
        try easy.set(.quickExit, to: true)
        try easy.set(.followLocation, to: false)
        try easy.set(.protocols, to: "http,https")
        try easy.set(.redirectProtocols, to: "http,https")
        // The path goes out as the caller wrote it: `..` and `//` are the server's to read.
        try easy.set(.pathAsIs, to: true)
        try easy.set(.disallowUserInfo, to: true)
        // An empty name: no proxy, whatever the environment says.
        try easy.set(.proxy, to: "")
        try easy.set(.suppressConnectHeaders, to: true)
        // Offered to the server, but decoded by `ContentDecoder`.
        try easy.set(.acceptEncoding, to: ContentDecoder.offered)
        try easy.set(.decodesContent, to: false)
        // Unset, libcurl looks where the system keeps its own; set to nothing, it would trust nobody.
        if let file = options.trustedRootsFile ?? CurlLibrary.trustedRootsFile {
            try easy.set(.trustedRootsFile, to: file)
        }
        try easy.set(.userAgent, to: "FetchKit libcurl/\(CurlLibrary.version)")
    }

    /// Options of one exchange. Each is set every time, so that nothing of the exchange before remains.
    func configure(for exchange: CurlExchange) throws(CurlOptionFault) {
        let request = exchange.request
        try easy.set(.url, to: request.url.absoluteString)
        // GET first: it also takes back POST, and HEAD's having no body.
        try easy.set(.httpGet, to: true)
        if let body = request.body {
            try easy.set(.post, to: true)
            try easy.set(.postSize, to: body.length)
        } else if request.method == "HEAD" {
            try easy.set(.noBody, to: true)
        }
        try easy.set(.customMethod, to: request.method == impliedMethod(of: request) ? nil : request.method)
        try easy.set(.forbidReuse, to: request.framesItself)
        try easy.set(.freshConnection, to: false)
        let mayShare = exchange.channel == nil || options.streamsOverHTTP2
        try easy.set(.httpVersion, to: mayShare ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        headerList = HeaderList()
        for line in request.lines where !headerList.append(line) {
            throw CurlOptionFault(option: CURLOPT_HTTPHEADER, code: CURLE_OUT_OF_MEMORY)
        }
        try easy.setHeaders(headerList)
        // The gate's own timers decide. These stand behind them, since libcurl's come up to a millisecond early.
        let guardTime = (exchange.policy.deadline + .milliseconds(100)).milliseconds
        try easy.set(.timeoutMilliseconds, to: guardTime)
        try easy.set(.connectTimeoutMilliseconds, to: guardTime)
        try easy.set(.lowSpeedTime, to: 0)
    }

    /// Sets libcurl's own guard once the head is complete: a body that brings less than 1 byte a second for the whole
    /// idle timeout (in whole seconds, rounded up) is ended too.
    ///
    /// Not before: libcurl counts bytes of body only, so a head that comes slowly would look like silence.
    func guardAgainstSlowBody() {
        guard let policy = exchange?.policy else { return }
        let seconds = (policy.idleTimeout.milliseconds + 999) / 1000
        // A refused guard leaves the exact timer, which decides anyway.
        try? easy.set(.lowSpeedLimit, to: 1)
        try? easy.set(.lowSpeedTime, to: max(2, seconds))
    }

    private func impliedMethod(of request: CurlRequest) -> String {
        if request.body != nil { return "POST" }
        return request.method == "HEAD" ? "HEAD" : "GET"
    }
}

extension Duration {
    /// Whole milliseconds, rounded up: at least 1, since 0 would mean "no limit" to libcurl, and at most what it takes
    /// for a time, 24 days.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        let exact = Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        return min(max(1, exact), Int(Int32.max))
    }
}
