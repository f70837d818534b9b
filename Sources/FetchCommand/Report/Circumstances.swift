internal import Foundation

/// When and where a comparison ran, as one line.
struct Circumstances {
    var date = Date()
    var system = Self.distribution ?? ProcessInfo.processInfo.operatingSystemVersionString
    var processors = ProcessInfo.processInfo.activeProcessorCount

    var line: String {
        "\(date.ISO8601Format()), fetch \(HelpText.version), \(system), \(processors) processors"
    }

    /// What a Linux distribution calls itself.
    private static var distribution: String? {
        // Where there is no such file there is no such name.
        guard let text = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8) else { return nil }
        return text.firstMatch(of: /(?m)^PRETTY_NAME="?([^"\n]+)/).map { String($0.1) }
    }
}
