/// What other threads may ask of the loop.
@safe enum CurlCommand: Sendable {
    /// Perform an exchange and resume the continuation with its answer.
    case start(CurlExchange, CurlExchange.Continuation)
    /// End an exchange; harmless where it has ended or was never started.
    case cancel(CurlExchange)
    /// Go on with an exchange that was paused for want of something to send.
    case resume(CurlExchange)
    /// Answer every exchange as cancelled and end the thread.
    case stop
}
