extension CurlBackend {
    /// What only this backend can honour; what both can is in `FetchPolicy`. Fixed when the backend is made.
    public struct Options: Sendable, Hashable {
        /// A file of PEM certificates to trust for https, in place of the system's; `nil` trusts the system's.
        ///
        /// An exchange over https fails with `.transport(.secureConnectionFailed)` where it cannot be read.
        public var trustedRootsFile: String?

        /// The defaults.
        public init() {}
    }
}
