import FetchCurl
import FetchURLSession

/// Who is measured.
enum Contender: String, Sendable, CaseIterable {
    /// The C program over libcurl's multi interface.
    case baseline
    case curl
    case urlsession

    /// One of how many exchanges this contender is asked for where there are thousands.
    ///
    /// Rates and CPU seconds are reported for the whole count; URLSession would take minutes for it.
    private var share: Int { self == .urlsession ? 8 : 1 }

    func count(for workload: Workload) -> Int {
        let isCrowd = workload.kind != .replies || workload.count < 256
        return isCrowd ? workload.count : workload.count / share
    }

    func makeDriver(trusting rootsFile: String?) throws(BenchFault) -> any LoadDriver {
        switch self {
        case .baseline: return try BaselineDriver(rootsFile: rootsFile)
        case .curl:
            var options = CurlBackend.Options()
            options.trustedRootsFile = rootsFile
            return BackendDriver(CurlBackend(options: options))
        case .urlsession: return BackendDriver(URLSessionBackend())
        }
    }
}
