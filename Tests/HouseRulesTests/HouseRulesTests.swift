import Foundation
import Testing

/// The rules of the house, held by reading the sources.
@Suite struct `House rules` {
    struct Source: CustomTestStringConvertible {
        let path: String
        let lines: [String]
        var testDescription: String { path }
        var target: String { String(path.split(separator: "/")[1]) }

        /// The line without its comment; strings that hold two slashes do not occur in what is looked for.
        var code: [String] { lines.map { String($0.prefix(upTo: $0.range(of: "//")?.lowerBound ?? $0.endIndex)) } }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func files(under folder: String, endings: [String] = ["swift", "h", "c"]) -> [Source] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.allObjects ?? []
        return names.compactMap { $0 as? String }
            .filter { name in endings.contains { name.hasSuffix(".\($0)") } && !name.contains(".build/") }
            .sorted()
            .compactMap { name in
                let path = "\(folder)/\(name)"
                guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else {
                    return nil
                }
                return Source(path: path, lines: text.components(separatedBy: "\n"))
            }
    }

    static let sources = files(under: "Sources")

    @Test func `there are sources to read`() {
        #expect(Self.sources.count > 30)
    }

    @Test(arguments: sources + files(under: "Tests") + files(under: "Modulemaps"))
    func `no file is over 300 lines`(source: Source) {
        #expect(source.lines.count <= 301)
    }

    @Test(arguments: sources) func `no function is over 60 lines`(source: Source) {
        var start: Int?
        var indent = ""
        for (number, line) in source.lines.enumerated() {
            let text = line.drop { $0 == " " }
            if start == nil, text.contains("func ") || text.hasPrefix("init"), line.hasSuffix("{") {
                start = number
                indent = String(line.prefix(line.count - text.count))
            } else if let begun = start, line == indent + "}" {
                #expect(number - begun < 60, "line \(begun + 1)")
                start = nil
            }
        }
    }

    @Test(arguments: sources) func `nothing escapes the compiler's checks`(source: Source) {
        for (number, line) in source.code.enumerated() {
            for hatch in [
                "@unchecked Sendable", "nonisolated(unsafe)", "try!", "as!", "fatalError(", "@preconcurrency",
            ] {
                #expect(!line.contains(hatch), "line \(number + 1): \(hatch)")
            }
        }
    }

    @Test(arguments: [
        ("FetchKit", ["Foundation", "FoundationNetworking", "Glibc", "Darwin", "Synchronization"]),
        (
            "FetchCurl",
            [
                "FetchKit", "CCurl", "CZlib", "CLinux", "Glibc", "Dispatch", "Foundation", "FoundationNetworking",
                "Synchronization",
            ]
        ),
        ("FetchURLSession", ["FetchKit", "Dispatch", "Foundation", "FoundationNetworking", "Synchronization"]),
        (
            "FetchTesting",
            ["FetchKit", "CLinux", "Glibc", "Dispatch", "Foundation", "FoundationNetworking", "Synchronization"]
        ),
        (
            "FetchComparison",
            ["FetchKit", "FetchTesting", "Glibc", "Dispatch", "Foundation", "FoundationNetworking", "Synchronization"]
        ),
        (
            "FetchCommand",
            [
                "FetchKit", "FetchCurl", "FetchURLSession", "FetchComparison", "FetchTesting", "Glibc", "Darwin",
                "Dispatch", "Foundation", "FoundationNetworking", "Synchronization",
            ]
        ),
        (
            "FetchBench",
            [
                "FetchKit", "FetchCurl", "FetchURLSession", "FetchTesting", "FetchBaseline", "Glibc", "Dispatch",
                "Foundation", "FoundationNetworking", "Synchronization",
            ]
        ),
        ("FetchPictures", ["FetchComparison", "Foundation"]),
    ])
    func `a target imports only what its place allows`(target: String, allowed: [String]) {
        for source in Self.sources where source.target == target {
            for line in source.code {
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), words.count > place + 1 else { continue }
                #expect(allowed.contains(String(words[place + 1])), "\(source.path): \(line)")
            }
        }
    }

    @Test func `the top level holds what it should and nothing else`() throws {
        let allowed: Set = ["Package.swift", "Sources", "Tests", "Modulemaps", "Docker", "README.md"]
        let entries = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
        #expect(entries.filter { !$0.hasPrefix(".") && !allowed.contains($0) } == [])
        #expect(allowed.subtracting(entries) == [])
    }
}
