internal import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Performs one `fetch URL`: reads the body to send, and hands over to what fetches as the arguments ask.
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
            if arguments.verbose { console.log(VerboseReport.lines(for: request)) }
            guard let printing = arguments.printing else {
                return try await WholeFetch(arguments: arguments, console: console, request: request, file: file).run()
            }
            return try await PrintedFetch(
                arguments: arguments, printing: printing, console: console, request: request
            ).run()
        } catch {
            if let reason = error.reason { console.complain(reason) }
            return error.exitCode
        }
    }
}
