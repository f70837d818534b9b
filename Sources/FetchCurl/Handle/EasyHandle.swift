internal import CCurl

/// One easy handle, freed with its owner. Not `Sendable`: it is made, used and freed on the loop's thread.
@safe struct EasyHandle: ~Copyable {
    let raw: UnsafeMutableRawPointer

    init?() {
        guard let raw = unsafe curl_easy_init() else { return nil }
        unsafe self.raw = raw
    }

    // SAFETY: the owner removes the handle from its multi handle before releasing it.
    deinit { unsafe curl_easy_cleanup(raw) }
}

/// What libcurl says when it refuses an option: this build or version cannot do it, or memory ran out.
struct CurlOptionFault: Error {
    let option: CURLoption
    let code: CURLcode

    var reason: String {
        // SAFETY: curl_easy_strerror returns a static string for every code.
        "libcurl \(CurlLibrary.version) refused option \(option.rawValue): \(unsafe String(cString: curl_easy_strerror(code)))"
    }
}

// SAFETY, for every call below: `raw` is a live handle, and the value has the C type the option or information takes,
// which `CurlOption` and `CurlInfo` carry in their own type.
extension EasyHandle {
    func set(_ option: CurlOption<Int>, to value: Int) throws(CurlOptionFault) {
        try check(option.raw, unsafe fetch_easy_set_long(raw, option.raw, value))
    }

    func set(_ option: CurlOption<Int>, to value: Bool) throws(CurlOptionFault) {
        try set(option, to: value ? 1 : 0)
    }

    func set(_ option: CurlOption<CurlOffset>, to value: Int64) throws(CurlOptionFault) {
        try check(option.raw, unsafe fetch_easy_set_offset(raw, option.raw, curl_off_t(value)))
    }

    func set(_ option: CurlOption<String?>, to value: String?) throws(CurlOptionFault) {
        guard let value else { return try check(option.raw, unsafe fetch_easy_set_string(raw, option.raw, nil)) }
        // A string passed as it is would be copied first.
        try check(option.raw, unsafe value.withCString { unsafe fetch_easy_set_string(raw, option.raw, $0) })
    }

    func set(
        _ option: CurlOption<UnsafeMutableRawPointer>, to value: UnsafeMutableRawPointer
    ) throws(CurlOptionFault) {
        unsafe try check(option.raw, fetch_easy_set_pointer(raw, option.raw, value))
    }

    /// Goes on in both directions after a callback paused one.
    func resume() {
        _ = unsafe curl_easy_pause(raw, CURLPAUSE_CONT)
    }

    func setHeaders(_ list: borrowing HeaderList) throws(CurlOptionFault) {
        try check(CURLOPT_HTTPHEADER, unsafe fetch_easy_set_list(raw, CURLOPT_HTTPHEADER, list.first))
    }

    func check(_ option: CURLoption, _ code: CURLcode) throws(CurlOptionFault) {
        guard code == CURLE_OK else { throw CurlOptionFault(option: option, code: code) }
    }

    /// The value of an information, 0 where there is none.
    func get(_ info: CurlInfo<Int>) -> Int {
        var value = 0
        _ = unsafe fetch_easy_get_long(raw, info.raw, &value)
        return value
    }

    /// A socket, -1 where there is none.
    func get(_ info: CurlInfo<curl_socket_t>) -> curl_socket_t {
        var value: curl_socket_t = -1
        _ = unsafe fetch_easy_get_socket(raw, info.raw, &value)
        return value
    }

    /// The value of an information, 0 where there is none.
    func get(_ info: CurlInfo<CurlOffset>) -> Int64 {
        var value: curl_off_t = 0
        _ = unsafe fetch_easy_get_offset(raw, info.raw, &value)
        return Int64(value)
    }
}
