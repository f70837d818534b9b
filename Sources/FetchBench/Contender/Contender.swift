import FetchCurl
import FetchKit
import FetchURLSession

/// Who is measured.
enum Contender: String, Sendable, CaseIterable {
    /// The C program over libcurl's multi interface.
    case baseline
    case curl
    case urlsession
    /// The libcurl backend on two loops; only where it is asked for.
    case curlLoops = "curl-2-loops"
    /// The libcurl backend with its callers' tasks on its loop's thread, as the C program's are; only where it is asked for.
    case curlOnLoop = "curl-on-loop"

    /// Those of a run where none is named.
    static let usual: [Contender] = [.baseline, .curl, .urlsession]

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
        case .curlOnLoop:
            let backend = makeCurlBackend(trusting: rootsFile)
            return BackendDriver(backend, preferring: backend.executor)
        case .curl, .curlLoops, .urlsession: return BackendDriver(makeBackend(trusting: rootsFile))
        }
    }

    /// The backend of a contender that is one.
    func makeBackend(trusting rootsFile: String?) -> any FetchBackend {
        self == .urlsession ? URLSessionBackend() : makeCurlBackend(trusting: rootsFile)
    }

    private func makeCurlBackend(trusting rootsFile: String?) -> CurlBackend {
        var options = CurlBackend.Options()
        options.trustedRootsFile = rootsFile
        options.loops = self == .curlLoops ? 2 : 1
        return CurlBackend(options: options)
    }
}
