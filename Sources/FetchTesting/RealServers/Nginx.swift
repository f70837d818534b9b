internal import Foundation
internal import Glibc

/// An nginx with a configuration of the test's own.
public enum Nginx {
    /// The program, where it is installed.
    public static let program = InstalledProgram("nginx")

    /// Starts nginx; it is reloaded by SIGHUP.
    ///
    /// - Parameters:
    ///   - count: How many ports it listens on.
    ///   - http: The directives inside `http { }`, from the ports, with `listen 127.0.0.1:PORT` among them. Paths are
    ///     relative to ``RealServer/folder``.
    ///   - files: What stands in its folder, by name.
    /// - Throws: ``RealServerFailure`` where it is not installed or does not start.
    public static func start(
        ports count: Int = 1, files: [String: String] = [:], http: ([Int]) -> String
    ) async throws -> RealServer {
        guard let program else { throw RealServerFailure("nginx is not installed") }
        return try await RealServer.start(
            program.url, ports: count, arguments: { _ in ["-p", ".", "-c", "nginx.conf", "-e", "stderr"] },
            files: { ports in files.merging(["nginx.conf": configuration(http(ports))]) { $1 } })
    }

    private static func configuration(_ http: String) -> String {
        """
        daemon off;
        pid nginx.pid;
        worker_processes 1;
        worker_rlimit_nofile 20000;
        \(geteuid() == 0 ? "user root;" : "")
        events { worker_connections 16384; }
        http {
            access_log off;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            default_type application/octet-stream;
            \(http)
        }

        """
    }
}

extension CertificateAuthority.Identity {
    /// The directives that make nginx show the certificate.
    public var nginxDirectives: String { "ssl_certificate \(certificate.path); ssl_certificate_key \(key.path);" }
}
