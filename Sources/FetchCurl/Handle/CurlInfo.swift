internal import CCurl

/// An information an easy handle gives, with its type. One line each.
struct CurlInfo<Value> {
    let raw: CURLINFO

    init(_ raw: CURLINFO) { self.raw = raw }
}

extension CurlInfo where Value == Int {
    static var httpVersion: Self { Self(CURLINFO_HTTP_VERSION) }
    static var localPort: Self { Self(CURLINFO_LOCAL_PORT) }
    static var newConnections: Self { Self(CURLINFO_NUM_CONNECTS) }
    static var verifyResult: Self { Self(CURLINFO_SSL_VERIFYRESULT) }
}

extension CurlInfo where Value == curl_socket_t {
    /// The connection of the last exchange, while it is open.
    static var activeSocket: Self { Self(CURLINFO_ACTIVESOCKET) }
}

extension CurlInfo where Value == CurlOffset {
    static var sentBytes: Self { Self(CURLINFO_SIZE_UPLOAD_T) }
    static var nameLookupTime: Self { Self(CURLINFO_NAMELOOKUP_TIME_T) }
    static var connectTime: Self { Self(CURLINFO_CONNECT_TIME_T) }
    static var secureTime: Self { Self(CURLINFO_APPCONNECT_TIME_T) }
    static var firstByteTime: Self { Self(CURLINFO_STARTTRANSFER_TIME_T) }
    static var totalTime: Self { Self(CURLINFO_TOTAL_TIME_T) }
}
