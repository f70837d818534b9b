internal import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Fetches a body whole: into memory and then where the arguments say, or straight into the file of `-o`.
struct WholeFetch {
    let arguments: FetchArguments
    let console: Console
    let request: URLRequest
    let file: OutputFile?

    /// Fetches and writes; returns what the process ends with.
    func run() async throws(FileFault) -> ExitCode {
        let progress = ProgressLine(on: console.errors)
        let signals = await SignalWatch()
        let task = Task { await exchange(progress.handler) }
        signals.onFirst { _ in task.cancel() }
        let end = try await progress.during { await task.value }.get()
        // A signal waits while a file is put in its place, but not for whoever reads a pipe.
        if case .success(let reply) = end.result, end.body == .reply, let file, !file.isSpecial {
            try file.write(reply.body)
        }
        signals.stop()

        if arguments.verbose { console.log(VerboseReport.lines(for: end)) }
        if case .success(let reply) = end.result, end.body == .reply { try write(reply.body) }
        if arguments.json { try console.write(Data("\(try report(end))\n".utf8)) }
        if end.exitCode == .interrupted, let signal = signals.received {
            console.complain("interrupted")
            return signal == SIGTERM ? .terminated : .interrupted
        }
        if let reason = end.reason { console.complain(reason) }
        return end.exitCode
    }

    private func write(_ body: Data) throws(FileFault) {
        if let file {
            if file.isSpecial { try file.write(body) }
        } else if !arguments.json {
            try console.write(body)
        }
    }

    private func report(_ end: FetchEnd) throws(FileFault) -> JSONReport {
        guard case .file = end.body, let file else { return JSONReport(end: end) }
        return JSONReport(end: end, fileDigest: try file.digest())
    }
}
