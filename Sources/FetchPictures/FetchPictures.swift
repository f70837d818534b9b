internal import FetchComparison
internal import Foundation

/// The program `fetch-pictures`: draws what `fetch-bench --json` and `fetch compare --json` have written.
@main
enum FetchPictures {
    private static let usage = "usage: fetch-pictures BENCH.json COMPARISON.json FOLDER\n"

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3, let bench = arguments.first, let folder = arguments.last else {
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
        do {
            let chart = BenchChart(try read(BenchFile.self, from: bench))
            let matrix = ComparisonMatrix(try read(ComparisonReport.self, from: arguments[arguments.startIndex + 1]))
            let place = URL(filePath: folder, directoryHint: .isDirectory)
            try Data(chart.svg.utf8).write(to: place.appending(path: "bench.svg"))
            try Data(matrix.svg.utf8).write(to: place.appending(path: "comparison.svg"))
        } catch {
            FileHandle.standardError.write(Data("fetch-pictures: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func read<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: URL(filePath: path)))
    }
}
