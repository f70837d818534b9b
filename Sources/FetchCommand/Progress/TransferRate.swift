internal import FetchKit
internal import Foundation

/// The rate of one direction of a transfer, smoothed over a few seconds. Pure: it is told how far it has come and when.
struct TransferRate {
    /// `nil` while there is nothing to tell it from.
    private(set) var bytesPerSecond: Double?

    private var first = Sample(), last = Sample()

    private struct Sample {
        var direction = TransferDirection.waiting
        var bytes = 0
        var time = Duration.zero
    }

    /// Notes how far the exchange has come. A direction that has just begun, or begun again, starts with the bytes that
    /// are there already, which an earlier attempt may have brought.
    mutating func note(_ progress: FetchProgress, at time: Duration) {
        let direction = TransferDirection(progress)
        let bytes = progress.bytes(direction).done
        let sample = Sample(direction: direction, bytes: bytes, time: time)
        guard direction != .waiting, direction == last.direction, bytes >= last.bytes else {
            (first, last, bytesPerSecond) = (sample, sample, nil)
            return
        }
        let seconds = (time - last.time) / .seconds(1)
        guard seconds > 0 else { return }
        let rate = Double(bytes - last.bytes) / seconds
        // At first the mean since the beginning, and from then on the older the less.
        let weight = max(seconds / ((time - first.time) / .seconds(1)), 1 - exp(-seconds / Self.memory))
        bytesPerSecond = bytesPerSecond.map { $0 + (rate - $0) * weight } ?? rate
        last = sample
    }

    /// In seconds: after this long without a byte a rate has fallen to about a third.
    private static let memory = 3.0
}
