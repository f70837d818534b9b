internal import CLinux
public import Foundation
internal import Glibc
internal import Synchronization

/// A program run as a child in a folder of its own, with nothing of this process but its environment variables.
///
/// Its input and what it writes are files that the child itself opens, so that this process holds no descriptor which
/// another child, started meanwhile, could inherit and keep open. The folder goes with the value.
///
/// Foundation's `Process` is not used: on Linux it can read past the end of the list of open descriptors, and trap,
/// when a process has many of them.
public final class ChildProcess: Sendable {
    /// How a child ended.
    public enum End: Sendable, Hashable {
        /// It exited with a code.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
        /// It ran longer than it was given, or its waiter was cancelled, and was killed.
        case tookTooLong
    }

    /// The child's working folder; `output` and `errors` in it hold what it wrote.
    public let folder: URL

    private let executable: URL
    private let arguments: [String]
    private let outputPath: String
    private let environment: [String: String]
    private let process = Mutex<pid_t?>(nil)

    /// Prepares a child; ``start()`` starts it.
    ///
    /// - Parameters:
    ///   - executable: The program.
    ///   - arguments: Its arguments, without its name.
    ///   - environment: Variables it is given besides this process's own, or in place of them.
    ///   - input: What stands on its standard input.
    ///   - outputPath: A file that stands in for standard output; by default one in the folder.
    /// - Throws: Foundation's error where the folder cannot be made, ``SocketFailure`` where the input cannot be written.
    public init(
        _ executable: URL, _ arguments: [String], environment: [String: String] = [:], input: Data = Data(),
        outputPath: String? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fetch-child-\(UUID().uuidString)")
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.outputPath = outputPath ?? folder.appending(path: "output").path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try input.write(to: folder.appending(path: "input"))
    }

    deinit {
        // A folder that cannot be removed is the system's to clean.
        try? FileManager.default.removeItem(at: folder)
    }

    /// What the child has written to standard output; empty where a file of the caller's stood in for it.
    public var output: Data { contents(of: "output") }

    /// What the child has written to standard error.
    public var errors: String { String(decoding: contents(of: "errors"), as: UTF8.self) }

    // A file that is not there was not written to.
    private func contents(of name: String) -> Data { (try? Data(contentsOf: folder.appending(path: name))) ?? Data() }
}

extension ChildProcess {
    /// Starts the program.
    ///
    /// - Throws: `POSIXError` where it cannot be.
    public func start() throws {
        // The actions are initialised here, used below and destroyed at the end of this call.
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        // As above.
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // The system keeps a copy of each path.
        unsafe posix_spawn_file_actions_addchdir_np(&actions, folder.path)
        for (descriptor, path, flags) in [
            (0, "input", O_RDONLY), (1, outputPath, O_WRONLY | O_CREAT), (2, "errors", O_WRONLY | O_CREAT),
        ] as [(Int32, String, Int32)] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
        }
        // Whatever this process has open at the moment, with or without close-on-exec, is not the child's.
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        // A thread of Dispatch's blocks signals, and a child would inherit that and never be told to end.
        var attributes = posix_spawnattr_t()
        // The pointers, here and below, are to live values.
        unsafe posix_spawnattr_init(&attributes)
        // As for the actions.
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // A trap is an outcome here; its report would take seconds.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let variables = environment.map { "\($0.key)=\($0.value)" }
        var started = pid_t()
        let result = unsafe Self.withCStrings([executable.path] + arguments) { argv in
            unsafe Self.withCStrings(variables) { envp in
                // Every pointer is live for the length of the call.
                unsafe posix_spawn(&started, executable.path, &actions, &attributes, argv, envp)
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EINVAL) }
        process.withLock { [started] in $0 = started }
    }

    /// Sends a signal to the child, if it has been started.
    public func send(_ signal: Int32) {
        if let process = process.withLock({ $0 }) { kill(process, signal) }
    }

    /// Whether it has been started and has not ended; it may end at any moment.
    public var isRunning: Bool {
        guard let process = process.withLock({ $0 }) else { return false }
        var state = unsafe siginfo_t()
        // The pointer is to a live value. The end is only looked at, and stays there for `end(within:)`.
        return unsafe waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT) == 0 && state.si_signo == 0
    }

    /// Waits for the end. Looks every few milliseconds, which holds no thread; kills a child whose time is over.
    public func end(within limit: Duration = .seconds(90)) async -> End {
        guard let process = process.withLock({ $0 }) else { return .exited(-1) }
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
