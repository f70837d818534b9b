internal import FetchKit

/// Which way the bytes of an exchange move at the moment.
enum TransferDirection {
    case waiting, sending, receiving

    init(_ progress: FetchProgress) {
        if progress.receivedBytes > 0 {
            self = .receiving
        } else if progress.sentBytes > 0, progress.sentBytes < progress.expectedSentBytes ?? .max {
            self = .sending
        } else {
            self = .waiting
        }
    }
}

extension FetchProgress {
    /// The bytes that have moved in a direction, and how many there will be, where that is known.
    func bytes(_ direction: TransferDirection) -> (done: Int, expected: Int?) {
        switch direction {
        case .waiting: (0, nil)
        case .sending: (sentBytes, expectedSentBytes)
        case .receiving: (receivedBytes, expectedReceivedBytes)
        }
    }
}
