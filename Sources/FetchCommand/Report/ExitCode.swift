internal import FetchKit
internal import Foundation

/// What the process ends with; the numbers are curl's where curl has the case.
enum ExitCode: Int32, CaseIterable {
    case reply = 0
    case unsupportedScheme = 1
    case usage = 2
    case badURL = 3
    case name = 6
    case connect = 7
    case badReply = 8
    case refusedStatus = 22
    case write = 23
    case read = 26
    case timedOut = 28
    case secureConnection = 35
    case redirectRefused = 47
    case connectionLost = 56
    case certificate = 60
    case decoding = 61
    case overBudget = 63
    case interrupted = 130
    case terminated = 143

    init(_ failure: FetchFailure) {
        switch failure {
        case .overBudget: self = .overBudget
        case .redirectRefused: self = .redirectRefused
        case .transport(let code): self = Self.transport[code] ?? .connectionLost
        }
    }

    /// A code without a row ends as ``connectionLost``: the exchange broke, and the backend cannot say how.
    private static let transport: [URLError.Code: ExitCode] = [
        .unsupportedURL: .unsupportedScheme,
        .badURL: .badURL,
        .cannotFindHost: .name,
        .dnsLookupFailed: .name,
        .cannotConnectToHost: .connect,
        .notConnectedToInternet: .connect,
        .badServerResponse: .badReply,
        .cannotParseResponse: .badReply,
        .zeroByteResource: .badReply,
        .requestBodyStreamExhausted: .read,
        .timedOut: .timedOut,
        .secureConnectionFailed: .secureConnection,
        .clientCertificateRejected: .secureConnection,
        .clientCertificateRequired: .secureConnection,
        .serverCertificateHasBadDate: .certificate,
        .serverCertificateUntrusted: .certificate,
        .serverCertificateHasUnknownRoot: .certificate,
        .serverCertificateNotYetValid: .certificate,
        .cannotDecodeRawData: .decoding,
        .cannotDecodeContentData: .decoding,
        .dataLengthExceedsMaximum: .overBudget,
        .cancelled: .interrupted,
    ]
}

extension ExitCode {
    /// What `--help` says of the code.
    var meaning: String {
        switch self {
        case .reply: "a reply, whatever its status"
        case .unsupportedScheme: "the scheme is neither http nor https"
        case .usage: "the command line cannot be carried out"
        case .badURL: "bad URL"
        case .name: "the host name was not resolved"
        case .connect: "no connection to the host"
        case .badReply: "the server's reply breaks HTTP, or is no event stream for --events"
        case .refusedStatus: "--continue: the status is not 2xx, and the file is as it was"
        case .write: "the output could not be written"
        case .read: "the request body could not be read"
        case .timedOut: "silence or the whole exchange took too long"
        case .secureConnection: "TLS failed"
        case .redirectRefused: "the server redirects, which is refused"
        case .connectionLost: "the connection was lost, or broke in a way the backend cannot name"
        case .certificate: "the server's certificate is not trusted"
        case .decoding: "the body's content coding is damaged or unknown"
        case .overBudget: "the body is over the budget, or the head or the framing over theirs"
        case .interrupted: "interrupted"
        case .terminated: "terminated"
        }
    }

    /// What a person can do about a failure that ends with this code.
    func advice(for failure: FetchFailure) -> String? {
        switch self {
        case .name: "check the host's spelling and the name service"
        case .connect: "check the host and the port, and that the server runs"
        case .timedOut: "--idle and --deadline grant more time"
        case .redirectRefused: "ask for the final URL"
        case .overBudget: failure == .transport(.dataLengthExceedsMaximum) ? nil : "--budget grants a larger body"
        case .connectionLost, .badReply, .secureConnection: "the other --backend may say more"
        case .certificate: "the host must present a certificate this machine trusts"
        case .reply, .unsupportedScheme, .usage, .badURL, .refusedStatus, .write, .read, .decoding, .interrupted,
            .terminated:
            nil
        }
    }
}
