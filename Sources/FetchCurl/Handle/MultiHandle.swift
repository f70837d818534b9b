internal import CCurl

/// A multi handle: the transfers, connections and resolver results of one pool.
@safe struct MultiHandle: ~Copyable {
    private let raw: UnsafeMutableRawPointer
    /// What the callbacks are given, kept until libcurl has made the last of them.
    private let context: AnyObject

    /// Makes a handle whose socket and timer callbacks are given `context`.
    init?(
        context: AnyObject,
        socket: @escaping curl_socket_callback,
        timer: @escaping curl_multi_timer_callback
    ) {
        guard let raw = unsafe curl_multi_init() else { return nil }
        let address = unsafe Unmanaged.passUnretained(context).toOpaque()
        // SAFETY, for every call in this file: `raw` is live, and each value has the C type its option takes.
        let codes = unsafe [
            fetch_multi_set_socket(raw, CURLMOPT_SOCKETFUNCTION, socket),
            fetch_multi_set_pointer(raw, CURLMOPT_SOCKETDATA, address),
            fetch_multi_set_timer(raw, CURLMOPT_TIMERFUNCTION, timer),
            fetch_multi_set_pointer(raw, CURLMOPT_TIMERDATA, address),
        ]
        guard codes.allSatisfy({ $0 == CURLM_OK }) else {
            unsafe curl_multi_cleanup(raw)
            return nil
        }
        unsafe self.raw = raw
        self.context = context
    }

    /// Limits the open connections, those in use among them: beyond, each one that falls idle is closed.
    func keep(connections: Int) {
        unsafe _ = fetch_multi_set_long(raw, CURLMOPT_MAXCONNECTS, connections)
    }

    // SAFETY: every easy handle has been removed by the loop before it lets go of this.
    deinit { unsafe curl_multi_cleanup(raw) }

    func add(_ easy: borrowing EasyHandle) -> Bool {
        unsafe curl_multi_add_handle(raw, easy.raw) == CURLM_OK
    }

    func remove(_ easy: borrowing EasyHandle) {
        unsafe curl_multi_remove_handle(raw, easy.raw)
    }

    /// Tells libcurl what a socket is ready for (`CURL_CSELECT_…`), or with `CURL_SOCKET_TIMEOUT` that its timer fired.
    func act(on socket: curl_socket_t, events: Int32) {
        var running: Int32 = 0
        unsafe curl_multi_socket_action(raw, socket, events, &running)
    }

    /// The next transfer that ended: what its handle calls its owner, and libcurl's code for it.
    func nextCompletion() -> (owner: UnsafeMutableRawPointer, code: CURLcode)? {
        var remaining: Int32 = 0
        while let message = unsafe curl_multi_info_read(raw, &remaining) {
            var owner: UnsafeMutableRawPointer?
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                unsafe fetch_easy_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &owner) == CURLE_OK,
                let owner = unsafe owner
            else { continue }
            return unsafe (owner, fetch_message_result(message))
        }
        return nil
    }

    /// What an easy handle, named to a callback, calls its owner.
    static func owner(of easy: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        var owner: UnsafeMutableRawPointer?
        _ = unsafe fetch_easy_get_pointer(easy, CURLINFO_PRIVATE, &owner)
        return unsafe owner
    }
}
