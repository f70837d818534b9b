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
        try unsafe easy.set(.openSocketData, to: transfer)
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

        // The largest that pays: a quarter of the system calls of libcurl's own 16 KiB, and two thirds of the CPU time of a
        // large body. More brings nothing, and libcurl holds up to this much beyond a budget.
        try easy.set(.bufferSize, to: Self.bufferSize)
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

    /// Options of one exchange. Those that differ from the exchange before are set all together, so that nothing of it
    /// remains; a handle keeps the rest.
    func configure(for exchange: CurlExchange) throws(CurlOptionFault) {
        try easy.set(.url, to: exchange.request.target.text)
        try awaitFirstField()
        let wanted = ExchangeOptions(of: exchange, sharesConnections: sharesConnections(exchange))
        if let configured, configured == wanted { return }
        configured = nil
        try configure(wanted)
        configured = wanted
    }

    /// Whether an exchange may use a connection that carries several at once.
    func sharesConnections(_ exchange: CurlExchange) -> Bool {
        exchange.channel == nil || options.streamsOverHTTP2
    }

    private func configure(_ wanted: ExchangeOptions) throws(CurlOptionFault) {
        // GET first: it also takes back POST, and HEAD's having no body.
        try easy.set(.httpGet, to: true)
        if let length = wanted.bodyLength {
            try easy.set(.post, to: true)
            try easy.set(.postSize, to: length)
        } else if wanted.method == "HEAD" {
            try easy.set(.noBody, to: true)
        }
        try easy.set(.customMethod, to: wanted.method == wanted.impliedMethod ? nil : wanted.method)
        try easy.set(.freshConnection, to: false)
        try easy.set(.forbidReuse, to: wanted.forbidsReuse)
        try easy.set(.httpVersion, to: wanted.sharesConnections ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        headerList = HeaderList()
        for line in wanted.lines where !headerList.append(line) {
            throw CurlOptionFault(option: CURLOPT_HTTPHEADER, code: CURLE_OUT_OF_MEMORY)
        }
        try easy.setHeaders(headerList)
        // The gate's own timers decide. These stand behind them, since libcurl's come up to a millisecond early.
        try easy.set(.timeoutMilliseconds, to: wanted.deadlineMilliseconds)
        try easy.set(.connectTimeoutMilliseconds, to: wanted.deadlineMilliseconds)
    }
}

/// What differs from one exchange to another in how a handle is configured, but for the URL.
struct ExchangeOptions: Hashable {
    let method: String
    /// The length of the request's body, -1 where it is not known; `nil` without a body.
    let bodyLength: Int64?
    let forbidsReuse: Bool
    let sharesConnections: Bool
    let lines: [String]
    let deadlineMilliseconds: Int

    init(of exchange: CurlExchange, sharesConnections: Bool) {
        method = exchange.request.method
        bodyLength = exchange.request.body?.length
        forbidsReuse = exchange.request.framesItself
        self.sharesConnections = sharesConnections
        lines = exchange.request.lines
        deadlineMilliseconds = milliseconds(exchange.policy.deadlineNanoseconds + 100_000_000)
    }

    /// The method libcurl sends of itself.
    var impliedMethod: String {
        if bodyLength != nil { return "POST" }
        return method == "HEAD" ? "HEAD" : "GET"
    }
}

/// Whole milliseconds, rounded up: at least 1, since 0 would mean "no limit" to libcurl, and at most what it takes for
/// a time, 24 days.
private func milliseconds(_ nanoseconds: Int64) -> Int {
    Int(min(max(1, (nanoseconds + 999_999) / 1_000_000), Int64(Int32.max)))
}
