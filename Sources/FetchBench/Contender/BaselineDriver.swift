import FetchBaseline
import Foundation
import Glibc

/// Drives the C program, on the thread that asks.
@safe final class BaselineDriver: LoadDriver {
    private let client: OpaquePointer
    /// The client keeps the addresses of its requests, so they live as long as the process that measures.
    private var requests: [UnsafeMutablePointer<fetch_baseline_request>]

    init(rootsFile: String?) throws(BenchFault) {
        // SAFETY, for every call below: the client is live until `deinit`; strings are copied or duplicated.
        guard let client = unsafe fetch_baseline_open(rootsFile) else { throw BenchFault("libcurl cannot be used") }
        unsafe self.client = client
        unsafe requests = []
    }

    deinit { unsafe fetch_baseline_close(client) }

    func fetch(_ load: Load, count: Int, width: Int) async throws {
        let request = unsafe request(for: load)
        try check(unsafe fetch_baseline_run(client, request, count, width))
    }

    func hold(_ url: URL, count: Int) async throws {
        try check(unsafe fetch_baseline_hold(client, url.absoluteString, count))
    }

    func cut(count: Int, every interval: Duration) async throws -> [ContinuousClock.Instant] {
        let (clock, start) = (MonotonicClock.nanoseconds, ContinuousClock.now)
        var instants = [UInt64](repeating: 0, count: count)
        let nanoseconds = UInt64(interval / .nanoseconds(1))
        try check(unsafe fetch_baseline_cut(client, count, nanoseconds, &instants))
        return instants.map { start.advanced(by: .nanoseconds(Int64($0 - clock))) }
    }

    /// The request in C, made once for each URL.
    private func request(for load: Load) -> UnsafeMutablePointer<fetch_baseline_request> {
        // SAFETY: both strings and the request live as long as the process.
        if let made = unsafe requests.first(where: { unsafe String(cString: $0.pointee.url) == load.url.absoluteString }
        ) {
            return unsafe made
        }
        let request = UnsafeMutablePointer<fetch_baseline_request>.allocate(capacity: 1)
        unsafe request.initialize(to: fetch_baseline_request())
        unsafe request.pointee.url = UnsafePointer(strdup(load.url.absoluteString))
        unsafe request.pointee.reply_size = load.replySize
        if let upload = load.upload {
            unsafe request.pointee.method = UnsafePointer(strdup(upload.method))
            unsafe request.pointee.body = UnsafeRawPointer(calloc(1, upload.size))
            unsafe request.pointee.body_size = upload.size
        }
        unsafe requests.append(request)
        return unsafe request
    }

    private func check(_ result: Int32) throws(BenchFault) {
        // SAFETY: the text stands in the client.
        guard result == 0 else { throw BenchFault(unsafe String(cString: fetch_baseline_fault(client))) }
    }
}

/// The clock that the C program names moments by.
private enum MonotonicClock {
    static var nanoseconds: UInt64 {
        var time = timespec()
        // SAFETY: the pointer is to a live value.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
