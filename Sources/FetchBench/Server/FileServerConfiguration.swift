import FetchTesting

/// What nginx is told: files by their size, and a sink that reads a whole body and says 200.
struct FileServerConfiguration {
    let ports: [Origin: Int]
    let identity: CertificateAuthority.Identity?

    /// `mirror` reads the whole body before `empty_gif` refuses the method, which leads to the answer; a bare `return`
    /// would answer without reading.
    var text: String {
        """
        sendfile on;
        tcp_nopush on;
        open_file_cache max=64 inactive=600s;
        keepalive_requests 1000000000;
        keepalive_timeout 600s;
        client_max_body_size 0;
        client_body_buffer_size 65m;
        \(identity?.nginxDirectives ?? "")
        server {
            \(listeners)
            root files;
            location = /sink {
                mirror /read;
                empty_gif;
                error_page 405 =200 @done;
            }
            location = /read { internal; return 204; }
            location @done { return 200; }
        }
        """
    }

    private var listeners: String {
        ports.map { origin, port in
            let suffix =
                switch origin {
                case .http2: " ssl http2"
                case .http1: " ssl"
                case .plain, .scripted: ""
                }
            return "listen 127.0.0.1:\(port)\(suffix) backlog=16384;"
        }
        .joined(separator: "\n        ")
    }
}
