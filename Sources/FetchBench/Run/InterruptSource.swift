import Dispatch
import Glibc

/// Calls back, in place of the signal's usual effect, when a signal comes.
struct InterruptSource {
    private let source: any DispatchSourceSignal
    private let number: Int32

    init(_ number: Int32, _ onSignal: @escaping @Sendable () -> Void) {
        self.number = number
        source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: onSignal)
        source.resume()
        signal(number, SIG_IGN)
    }

    func stop() {
        source.cancel()
        signal(number, SIG_DFL)
    }
}
