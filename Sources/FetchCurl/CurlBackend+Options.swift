extension CurlBackend {
    /// What only this backend can honour; what both can is in `FetchPolicy`. Fixed when the backend is made.
    public struct Options: Sendable, Hashable {
        /// The defaults.
        public init() {}
    }
}
