internal import CCurl

/// Request header lines as libcurl borrows them: they must outlive the transfer that uses them.
@safe struct HeaderList: ~Copyable {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init() { unsafe first = nil }

    /// Adds a line at the end; false when memory ran out, and the list is as before.
    mutating func append(_ line: String) -> Bool {
        // SAFETY: curl_slist_append copies the line; on failure the old list stays valid.
        guard let longer = unsafe curl_slist_append(first, line) else { return false }
        unsafe first = longer
        return true
    }

    // SAFETY: the list is owned here alone; freeing NULL is allowed.
    deinit { unsafe curl_slist_free_all(first) }
}
