internal import FetchKit
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Performs one `fetch URL`: reads the body to send, fetches, and writes what the arguments ask for.
struct FetchRun {
    let arguments: FetchArguments
    let console: Console

    /// Returns what the process ends with.
    func run() async -> ExitCode {
        do throws(FileFault) {
            let body = try RequestBody.read(arguments.data)
            let file: OutputFile? = if let path = arguments.output { try OutputFile(path: path) } else { nil }
            guard let request = RequestBuilder.request(for: arguments, body: body) else {
                console.complain("'\(arguments.url)' is not a URL")
                return .badURL
            }
            return try await run(request, into: file)
        } catch {
            if let reason = error.reason { console.complain(reason) }
            return error.exitCode
        }
    }

    private func run(_ request: URLRequest, into file: OutputFile?) async throws(FileFault) -> ExitCode {
        if arguments.verbose { console.log(VerboseReport.lines(for: request)) }
        let task = Task { await perform(request) }
        let signals = SignalWatch { task.cancel() }
        let end = await ProgressLine(descriptor: console.errors).during { await task.value }
        // A signal waits while a file is put in its place, but not for whoever reads a pipe.
        if case .success(let reply) = end.result, let file, !file.isSpecial { try file.write(reply.body) }
        signals.stop()

        if arguments.verbose { console.log(VerboseReport.lines(for: end)) }
        if case .success(let reply) = end.result { try write(reply.body, into: file) }
        if arguments.json { try console.write(Data("\(JSONReport(end: end))\n".utf8)) }
        if end.exitCode == .interrupted, let signal = signals.received {
            console.complain("interrupted")
            return signal == SIGTERM ? .terminated : .interrupted
        }
        if let reason = end.reason { console.complain(reason) }
        return end.exitCode
    }

    private func write(_ body: Data, into file: OutputFile?) throws(FileFault) {
        if let file {
            if file.isSpecial { try file.write(body) }
        } else if !arguments.json {
            try console.write(body)
        }
    }

    private func perform(_ request: URLRequest) async -> FetchEnd {
        let heard = Heard()
        let fetch = BudgetedFetch(policy: arguments.policy, backend: arguments.backend.backend) { diagnosis in
            heard.diagnosis.withLock { $0 = diagnosis }
        }
        let result: Result<FetchReply, FetchFailure>
        do throws(FetchFailure) {
            result = .success(try await fetch.run(request))
        } catch {
            result = .failure(error)
        }
        return FetchEnd(backend: arguments.backend, result: result, diagnosis: heard.diagnosis.withLock { $0 })
    }

    /// Keeps what the observer hears, on whatever thread it hears it.
    private final class Heard: Sendable {
        let diagnosis = Mutex<FetchDiagnosis?>(nil)
    }
}
