internal import CCurl

/// An option of an easy handle that knows the type of its value: `set(.url, to: 5)` does not compile.
///
/// One line an option. What they are set to is decided in one place, `CurlTransfer+Options`.
struct CurlOption<Value> {
    let raw: CURLoption

    init(_ raw: CURLoption) { self.raw = raw }
}

extension CurlOption where Value == Int {
    static var bufferSize: Self { Self(CURLOPT_BUFFERSIZE) }
    static var noSignal: Self { Self(CURLOPT_NOSIGNAL) }
    static var followLocation: Self { Self(CURLOPT_FOLLOWLOCATION) }
    static var pathAsIs: Self { Self(CURLOPT_PATH_AS_IS) }
    static var quickExit: Self { Self(CURLOPT_QUICK_EXIT) }
    static var disallowUserInfo: Self { Self(CURLOPT_DISALLOW_USERNAME_IN_URL) }
    static var decodesContent: Self { Self(CURLOPT_HTTP_CONTENT_DECODING) }
    static var suppressConnectHeaders: Self { Self(CURLOPT_SUPPRESS_CONNECT_HEADERS) }
    static var timeoutMilliseconds: Self { Self(CURLOPT_TIMEOUT_MS) }
    static var connectTimeoutMilliseconds: Self { Self(CURLOPT_CONNECTTIMEOUT_MS) }
    static var httpGet: Self { Self(CURLOPT_HTTPGET) }
    static var noBody: Self { Self(CURLOPT_NOBODY) }
    static var post: Self { Self(CURLOPT_POST) }
    static var httpVersion: Self { Self(CURLOPT_HTTP_VERSION) }
    static var forbidReuse: Self { Self(CURLOPT_FORBID_REUSE) }
    static var freshConnection: Self { Self(CURLOPT_FRESH_CONNECT) }
    static var headInOutput: Self { Self(CURLOPT_HEADER) }
}

/// The type of options and information that C calls `curl_off_t`: 64 bits, whatever a C `long` is.
enum CurlOffset {}

extension CurlOption where Value == CurlOffset {
    static var postSize: Self { Self(CURLOPT_POSTFIELDSIZE_LARGE) }
}

extension CurlOption where Value == String? {
    static var url: Self { Self(CURLOPT_URL) }
    static var customMethod: Self { Self(CURLOPT_CUSTOMREQUEST) }
    static var protocols: Self { Self(CURLOPT_PROTOCOLS_STR) }
    static var redirectProtocols: Self { Self(CURLOPT_REDIR_PROTOCOLS_STR) }
    static var proxy: Self { Self(CURLOPT_PROXY) }
    static var userAgent: Self { Self(CURLOPT_USERAGENT) }
    static var acceptEncoding: Self { Self(CURLOPT_ACCEPT_ENCODING) }
    static var trustedRootsFile: Self { Self(CURLOPT_CAINFO) }
}

extension CurlOption where Value == UnsafeMutableRawPointer {
    static var errorBuffer: Self { unsafe Self(CURLOPT_ERRORBUFFER) }
    static var owner: Self { unsafe Self(CURLOPT_PRIVATE) }
    static var writeData: Self { unsafe Self(CURLOPT_WRITEDATA) }
    static var headerData: Self { unsafe Self(CURLOPT_HEADERDATA) }
    static var readData: Self { unsafe Self(CURLOPT_READDATA) }
    static var seekData: Self { unsafe Self(CURLOPT_SEEKDATA) }
    static var prerequisiteData: Self { unsafe Self(CURLOPT_PREREQDATA) }
    static var openSocketData: Self { unsafe Self(CURLOPT_OPENSOCKETDATA) }
    static var closeSocketData: Self { unsafe Self(CURLOPT_CLOSESOCKETDATA) }
}
