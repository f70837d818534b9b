internal import FetchCurl
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The program `fetch`.
@main
enum FetchCommand {
    static func main() async {
        // A reader that has gone is an error number of the write, and ends the program quietly.
        _ = signal(SIGPIPE, SIG_IGN)
        let code = await run(Array(CommandLine.arguments.dropFirst()), console: Console())
        // Handlers of exit would take the TLS library down under the backends' threads.
        _exit(code)
    }

    private static func run(_ tokens: [String], console: Console) async -> Int32 {
        do throws(UsageError) {
            switch try Invocation(tokens) {
            case .help(let text): return print(text, on: console).rawValue
            case .version:
                return print("fetch \(HelpText.version) libcurl/\(CurlBackend.libraryVersion)", on: console).rawValue
            case .fetch(let arguments): return await FetchRun(arguments: arguments, console: console).run().rawValue
            case .compare(let arguments): return await CompareCommand(arguments: arguments, console: console).run()
            }
        } catch {
            console.complain("\(error.reason); fetch --help explains")
            return ExitCode.usage.rawValue
        }
    }

    private static func print(_ text: String, on console: Console) -> ExitCode {
        do throws(FileFault) {
            try console.write(Data("\(text)\n".utf8))
            return .reply
        } catch {
            return error.exitCode
        }
    }
}
