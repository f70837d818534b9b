public import Foundation

/// An authority of a test's own: openssl makes its key and the certificates it signs, in a folder that goes with it.
public final class CertificateAuthority: Sendable {
    /// A certificate and its key, as files of PEM.
    public struct Identity: Sendable, Hashable {
        /// The certificate.
        public let certificate: URL
        /// The key, not encrypted.
        public let key: URL
    }

    private let openssl: InstalledProgram
    private let folder: URL
    private let root: Identity

    private init(_ openssl: InstalledProgram, _ folder: URL) {
        self.openssl = openssl
        self.folder = folder
        root = Identity(certificate: folder.appending(path: "root.pem"), key: folder.appending(path: "root.key"))
    }

    /// Makes an authority.
    ///
    /// - Throws: ``RealServerFailure`` where openssl is not installed or fails.
    public static func make() async throws -> CertificateAuthority {
        guard let openssl = InstalledProgram("openssl") else { throw RealServerFailure("openssl is not installed") }
        let folder = FileManager.default.temporaryDirectory.appending(path: "fetch-authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let authority = CertificateAuthority(openssl, folder)
        try await authority.makeSelfSigned(authority.root, name: "Test authority", alternatives: [])
        return authority
    }

    deinit {
        // A folder that cannot be removed is the system's to clean.
        try? FileManager.default.removeItem(at: folder)
    }

    /// The authority's own certificate: what a client must trust.
    public var rootsFile: URL { root.certificate }

    /// Makes a key and a certificate that this authority signs.
    ///
    /// - Parameters:
    ///   - name: The subject's common name.
    ///   - alternatives: What it is valid for, such as `IP:127.0.0.1` or `DNS:localhost`.
    ///   - days: How long from now it is valid; a negative number makes one that has expired.
    public func sign(
        _ name: String, for alternatives: [String] = ["IP:127.0.0.1", "DNS:localhost"], days: Int = 2
    ) async throws -> Identity {
        let identity = newIdentity()
        let request = identity.certificate.path + ".csr"
        try await openssl.run(
            ["req", "-out", request] + Self.newKey(identity, name: name, alternatives: alternatives))
        try await openssl.run([
            "x509", "-req", "-in", request, "-copy_extensions", "copy", "-days", "\(days)",
            "-CA", root.certificate.path, "-CAkey", root.key.path, "-out", identity.certificate.path,
        ])
        return identity
    }

    /// Makes a key and a certificate that no authority signs.
    public func selfSign(
        _ name: String, for alternatives: [String] = ["IP:127.0.0.1", "DNS:localhost"]
    ) async throws -> Identity {
        let identity = newIdentity()
        try await makeSelfSigned(identity, name: name, alternatives: alternatives)
        return identity
    }

    private func newIdentity() -> Identity {
        let name = UUID().uuidString
        return Identity(
            certificate: folder.appending(path: "\(name).pem"), key: folder.appending(path: "\(name).key"))
    }

    private func makeSelfSigned(_ identity: Identity, name: String, alternatives: [String]) async throws {
        try await openssl.run(
            ["req", "-x509", "-days", "2", "-out", identity.certificate.path]
                + Self.newKey(identity, name: name, alternatives: alternatives))
    }

    private static func newKey(_ identity: Identity, name: String, alternatives: [String]) -> [String] {
        let extensions =
            alternatives.isEmpty ? [] : ["-addext", "subjectAltName=\(alternatives.joined(separator: ","))"]
        return [
            "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", identity.key.path,
            "-subj", "/CN=\(name)",
        ] + extensions
    }
}
