extension String {
    /// Text from UTF-8; each part that is not UTF-8 becomes U+FFFD.
    init(repairing bytes: Span<UInt8>) {
        // SAFETY: the buffer is read within the call alone.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
