internal import CCurl
internal import Foundation

/// The library as a whole: initialised once for the process, never torn down.
enum CurlLibrary {
    /// The oldest libcurl the options need (`CURLOPT_PROTOCOLS_STR`).
    static let floor = "7.85.0"

    /// Why libcurl cannot be used here, or `nil` where it can. The first use initialises it.
    static let fault: String? = {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
            return "libcurl could not be initialised"
        }
        ProcessExit.watch()
        // The header's floor is checked when this is compiled; the library's own when it is loaded.
        guard versionNumber >= 0x075500 else { return "libcurl \(version) is older than \(floor)" }
        return nil
    }()

    /// The version of the library in use at run time, such as `7.88.1`.
    static let version: String = {
        // SAFETY: curl_version_info returns a static structure whose strings live as long as the process.
        guard let info = unsafe curl_version_info(CURLVERSION_LAST), let text = unsafe info.pointee.version else {
            return "unknown"
        }
        return unsafe String(cString: text)
    }()

    /// This system's trusted certificates, where libcurl was built for a system that keeps them elsewhere and would find
    /// none; `nil` where its own choice stands.
    static let trustedRootsFile: String? = {
        // SAFETY: as above; the field has been there since 7.70.
        guard let info = unsafe curl_version_info(CURLVERSION_LAST), let path = unsafe info.pointee.cainfo,
            unsafe !FileManager.default.isReadableFile(atPath: String(cString: path))
        else { return nil }
        return ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem"]
            .first(where: FileManager.default.isReadableFile)
    }()

    /// True for a libcurl that adds a folded first field to the last field of the handle's exchange before, which it has
    /// freed (curl issue 11101): the versions from the first that keeps fields to the one before the fix.
    static let continuesFreedFields = (0x075300..<0x080101).contains(versionNumber)

    /// True for a libcurl that takes an HTTP/2 connection which it ends itself, over a frame that breaks the protocol, for
    /// the end of the replies on it: the versions before its HTTP/2 was written anew.
    static let endsBrokenSessionsAsComplete = versionNumber < 0x080100

    private static let versionNumber: UInt32 = {
        // SAFETY: as above.
        guard let info = unsafe curl_version_info(CURLVERSION_LAST) else { return 0 }
        return unsafe info.pointee.version_num
    }()
}
