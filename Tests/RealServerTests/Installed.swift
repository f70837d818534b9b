import FetchTesting
import Foundation
import Testing

/// What these tests need of the system. The package's own list names all of it; where the CI variable is set, what is
/// missing fails its tests.
enum Installed {
    /// The Python that the package's own list of packages fills.
    static let python = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/python/bin/python3")

    static func has(_ name: String) -> Bool {
        switch name {
        case "httpbin": FileManager.default.isExecutableFile(atPath: python.path)
        case "libnginx-mod-stream": Nginx.hasStreamModule
        default: InstalledProgram(name) != nil
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a suite, with a line that says why, where a program is not installed.
    static func needs(_ names: String...) -> Self {
        let missing = names.filter { !Installed.has($0) }
        let isOptional = ProcessInfo.processInfo.environment["CI"] == nil
        return .enabled(
            if: missing.isEmpty || !isOptional,
            "not installed: \(missing.joined(separator: ", ")); Docker/install-packages.sh test python")
    }
}
