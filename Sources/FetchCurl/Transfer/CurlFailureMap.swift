internal import CCurl
internal import Foundation

/// libcurl's codes as the codes callers know: one table.
enum CurlFailureMap {
    /// The code for a failure that the gate had no part in.
    ///
    /// - Parameter verifyResult: What OpenSSL said of the certificate (`X509_V_ERR_…`), for a code that needs it.
    static func code(for code: CURLcode, verifyResult: Int) -> URLError.Code {
        switch code {
        case CURLE_URL_MALFORMAT: .badURL
        // The same code says that a URL's scheme is unknown and that a reply is not HTTP/1 or later.
        case CURLE_UNSUPPORTED_PROTOCOL: .badServerResponse
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotFindHost
        case CURLE_COULDNT_CONNECT: .cannotConnectToHost
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP_RETURNED_ERROR: .badServerResponse
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_HTTP2, CURLE_HTTP2_STREAM: .networkConnectionLost
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND:
            .networkConnectionLost
        case CURLE_BAD_CONTENT_ENCODING: .cannotDecodeContentData
        case CURLE_OUT_OF_MEMORY, tooLarge: .dataLengthExceedsMaximum
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH: untrusted(verifyResult)
        case CURLE_SSL_CERTPROBLEM: .clientCertificateRejected
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED:
            .secureConnectionFailed
        case CURLE_SSL_CLIENTCERT: .clientCertificateRequired
        default: .unknown
        }
    }

    /// `CURLE_TOO_LARGE`, which headers before 8.6 do not name: a line of the head is longer than libcurl holds.
    private static let tooLarge = CURLcode(100)

    /// Why a certificate was not trusted, by OpenSSL's verify results.
    private static func untrusted(_ verifyResult: Int) -> URLError.Code {
        switch verifyResult {
        case 9: .serverCertificateNotYetValid
        case 10: .serverCertificateHasBadDate
        // Self-signed, alone or in a chain; no issuer, or not the one that is needed.
        case 2, 18, 19, 20, 21: .serverCertificateHasUnknownRoot
        default: .serverCertificateUntrusted
        }
    }
}
