public import Foundation

extension URLError.Code {
    /// The code's Swift name, such as `timedOut`; `code(-9999)` for one without a name here.
    ///
    /// On Linux the code's own description is its number, which tells a person nothing.
    public var name: String { Self.names[self] ?? "code(\(rawValue))" }

    private static let names: [URLError.Code: String] = [
        .unknown: "unknown",
        .cancelled: "cancelled",
        .badURL: "badURL",
        .timedOut: "timedOut",
        .unsupportedURL: "unsupportedURL",
        .cannotFindHost: "cannotFindHost",
        .cannotConnectToHost: "cannotConnectToHost",
        .networkConnectionLost: "networkConnectionLost",
        .dnsLookupFailed: "dnsLookupFailed",
        .httpTooManyRedirects: "httpTooManyRedirects",
        .resourceUnavailable: "resourceUnavailable",
        .notConnectedToInternet: "notConnectedToInternet",
        .redirectToNonExistentLocation: "redirectToNonExistentLocation",
        .badServerResponse: "badServerResponse",
        .userCancelledAuthentication: "userCancelledAuthentication",
        .userAuthenticationRequired: "userAuthenticationRequired",
        .zeroByteResource: "zeroByteResource",
        .cannotDecodeRawData: "cannotDecodeRawData",
        .cannotDecodeContentData: "cannotDecodeContentData",
        .cannotParseResponse: "cannotParseResponse",
        .dataLengthExceedsMaximum: "dataLengthExceedsMaximum",
        .requestBodyStreamExhausted: "requestBodyStreamExhausted",
        .secureConnectionFailed: "secureConnectionFailed",
        .serverCertificateHasBadDate: "serverCertificateHasBadDate",
        .serverCertificateUntrusted: "serverCertificateUntrusted",
        .serverCertificateHasUnknownRoot: "serverCertificateHasUnknownRoot",
        .serverCertificateNotYetValid: "serverCertificateNotYetValid",
        .clientCertificateRejected: "clientCertificateRejected",
        .clientCertificateRequired: "clientCertificateRequired",
        .cannotCreateFile: "cannotCreateFile",
        .cannotOpenFile: "cannotOpenFile",
        .cannotWriteToFile: "cannotWriteToFile",
        .cannotRemoveFile: "cannotRemoveFile",
        .cannotMoveFile: "cannotMoveFile",
        .fileDoesNotExist: "fileDoesNotExist",
        .noPermissionsToReadFile: "noPermissionsToReadFile",
    ]
}
