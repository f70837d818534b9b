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
        try await start(on: count, files: files) { ports in
            """
            http {
                access_log off;
                client_body_temp_path body;
                proxy_temp_path proxy;
                fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi;
                scgi_temp_path scgi;
                default_type application/octet-stream;
                \(http(ports))
            }
            """
        }
    }

    /// Whether it can speak TLS for servers that do not: Debian has that in a package of its own.
    public static var hasStreamModule: Bool { FileManager.default.fileExists(atPath: streamModule) }

    /// Starts nginx as the TLS before servers that speak without. It shows a certificate, agrees on a protocol, and hands
    /// on bytes as they come.
    ///
    /// - Parameters:
    ///   - servers: Each has the port of the same place in ``RealServer/ports``.
    ///   - identity: The certificate that is shown.
    ///   - protocols: What may be agreed on (ALPN), the preferred first.
    /// - Throws: ``RealServerFailure`` where it or its stream module is not installed, or it does not start.
    public static func startTLS(
        before servers: [LoopbackServer], showing identity: CertificateAuthority.Identity,
        protocols: [String] = ["h2", "http/1.1"]
    ) async throws -> RealServer {
        guard hasStreamModule else { throw RealServerFailure("nginx has no stream module") }
        return try await start(on: servers.count, modules: [streamModule]) { ports in
            let listeners = zip(ports, servers).map { port, server in
                "server { listen 127.0.0.1:\(port) ssl; proxy_pass 127.0.0.1:\(server.port); }"
            }
            return """
                stream {
                    \(identity.nginxDirectives)
                    ssl_alpn \(protocols.joined(separator: " "));
                    \(listeners.joined(separator: "\n    "))
                }
                """
        }
    }

    private static let streamModule = "/usr/lib/nginx/modules/ngx_stream_module.so"

    private static func start(
        on count: Int, files: [String: String] = [:], modules: [String] = [], _ block: ([Int]) -> String
    ) async throws -> RealServer {
        guard let program else { throw RealServerFailure("nginx is not installed") }
        return try await RealServer.start(
            program.url, ports: count, arguments: { _ in ["-p", ".", "-c", "nginx.conf", "-e", "stderr"] },
            files: { files.merging(["nginx.conf": configuration(block($0), modules: modules)]) { $1 } })
    }

    private static func configuration(_ block: String, modules: [String]) -> String {
        """
        \(modules.map { "load_module \($0);\n" }.joined())daemon off;
        pid nginx.pid;
        worker_processes 1;
        worker_rlimit_nofile 20000;
        \(geteuid() == 0 ? "user root;" : "")
        events { worker_connections 16384; }
        \(block)

        """
    }
}

extension CertificateAuthority.Identity {
    /// The directives that make nginx show the certificate.
    public var nginxDirectives: String { "ssl_certificate \(certificate.path); ssl_certificate_key \(key.path);" }
}
