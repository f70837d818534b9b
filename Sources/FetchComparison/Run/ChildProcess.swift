internal import Foundation

/// How a child process ended, and what it wrote.
struct ChildExit: Sendable {
    enum End: Sendable, Hashable {
        case exited(Int32)
        case signalled(Int32)
        case tookTooLong
    }

    var end: End
    var output: String
    var errors: String
}

/// Runs a program to its end, with nothing of this process but its environment.
///
/// What it writes goes to files that the child itself opens, so that this process holds no descriptor which a child
/// started meanwhile could inherit and keep open.
struct ChildProcess: Sendable {
    let executable: URL
    let arguments: [String]
    let limit: Duration

    func run() async throws -> ChildExit {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fetch-child-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A folder that cannot be removed is the system's to clean.
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "output").path
        let errors = folder.appending(path: "errors").path
        let end = await wait(for: try spawn(output: output, errors: errors))
        // A file that is not there was not written to.
        let text = { (path: String) in (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
        return ChildExit(end: end, output: text(output), errors: text(errors))
    }

    private func spawn(output: String, errors: String) throws -> pid_t {
        // The actions are initialised here, used below and destroyed at the end of this call.
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        // As above.
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, path, flags) in [
            (0, "/dev/null", O_RDONLY), (1, output, O_WRONLY | O_CREAT), (2, errors, O_WRONLY | O_CREAT),
        ] as [(Int32, String, Int32)] {
            // The system keeps a copy of the path.
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
        }
        var environment = ProcessInfo.processInfo.environment
        // A trap is an outcome here; its report would take seconds.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let variables = environment.map { "\($0.key)=\($0.value)" }
        var process = pid_t()
        let result = unsafe Self.withCStrings([executable.path] + arguments) { argv in
            unsafe Self.withCStrings(variables) { envp in
                // Every pointer is live for the length of the call.
                unsafe posix_spawn(&process, executable.path, &actions, nil, argv, envp)
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EINVAL) }
        return process
    }

    /// Looks every few milliseconds, which holds no thread; ends the process when its time is over.
    private func wait(for process: pid_t) async -> ChildExit.End {
        let start = ContinuousClock.now
        var isKilled = false
        while true {
            var status: Int32 = 0
            // The pointer is to a live value.
            if unsafe waitpid(process, &status, WNOHANG) != 0 {
                if isKilled { return .tookTooLong }
                let signal = status & 0x7f
                return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
            }
            if !isKilled && (Task.isCancelled || start.duration(to: .now) > limit) {
                kill(process, SIGKILL)
                isKilled = true
            }
            // A cancelled sleep returns at once; the process has been killed by then.
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        // Each copy is freed below, after its last use.
        let copies = unsafe strings.map { unsafe strdup($0) }
        // As above.
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies + [nil])
    }
}
