extension CurlBackend {
    /// What only this backend can honour; what both can is in `FetchPolicy`. Fixed when the backend is made.
    public struct Options: Sendable, Hashable {
        /// A file of PEM certificates to trust for https, in place of the system's; `nil` trusts the system's.
        ///
        /// An exchange over https fails with `.transport(.secureConnectionFailed)` where it cannot be read.
        public var trustedRootsFile: String?

        /// Whether streamed replies may share an HTTP/2 connection; false by default, and they use HTTP/1.1.
        ///
        /// Over HTTP/2 libcurl cannot bound what a reader that holds back costs: to serve the connection's other
        /// exchanges it must read past the stream's bytes, and keeps as many as it has told the server to send, 32 MiB
        /// for each stream in libcurl 7.88. Over HTTP/1.1 the kernel holds the server back.
        public var streamsOverHTTP2 = false

        /// How many threads perform exchanges; 1 by default, at least 1 and at most 64.
        ///
        /// One thread serves tens of thousands of small requests a second, and any number of quiet ones. With more, an
        /// origin stays on one of them, so that its connections are shared, until that one has no time left.
        public var loops: Int {
            get { loopCount }
            set { loopCount = min(max(1, newValue), 64) }
        }
        private var loopCount = 1

        /// The defaults.
        public init() {}
    }
}
