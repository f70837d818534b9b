/// How far an exchange has come, in bytes of body both ways.
public struct FetchProgress: Sendable, Hashable {
    /// Bytes of the request's body sent.
    public var sentBytes = 0

    /// The length of the request's body; `nil` where it is not known.
    public var expectedSentBytes: Int?

    /// Bytes of the reply's body received, after content decoding.
    public var receivedBytes = 0

    /// The length of the reply's body as its head declares it; `nil` where it declares none, or the body is coded.
    public var expectedReceivedBytes: Int?

    /// No progress yet.
    public init() {}
}

/// Hears how far an exchange has come, at most 20 times a second and once at its end, on the backend's thread: it must
/// return quickly, since what it holds up is every exchange of the backend.
public typealias FetchProgressHandler = @Sendable (FetchProgress) -> Void

/// Says when a progress handler is to hear something: at most 20 times a second.
public struct ProgressMeter: Sendable {
    /// The time between two calls: 50 ms.
    public static let interval = Duration.milliseconds(50)

    /// Who hears it; at the end of the exchange in any case.
    public let handler: FetchProgressHandler

    private var next: MonotonicInstant?

    /// Makes a meter for one exchange.
    public init(_ handler: @escaping FetchProgressHandler) {
        self.handler = handler
    }

    /// The handler, if it is time to call it.
    public mutating func due(at now: MonotonicInstant) -> FetchProgressHandler? {
        if let next, now < next { return nil }
        next = now.advanced(by: Self.interval)
        return handler
    }
}
