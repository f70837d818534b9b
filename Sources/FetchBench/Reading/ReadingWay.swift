import FetchKit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A way to read a body, and how much of one is read to measure it.
enum ReadingWay: String, CaseIterable, Sendable {
    case collected = "collected whole"
    case pieces = "piece by piece"
    case bytes = "a byte per await, off the main actor"
    case bytesOnMain = "a byte per await, on the main actor"

    /// A byte per hop is some thousand times as slow as the rest.
    var mebibytes: Int {
        switch self {
        case .collected, .pieces: 256
        case .bytes: 8
        case .bytesOnMain: 1
        }
    }

    /// Reads a body of so many bytes in this way.
    func read(_ url: URL, with fetch: BudgetedFetch) async throws {
        let request = URLRequest(url: url)
        let count =
            switch self {
            case .collected: try await fetch.run(request).body.count
            case .pieces: try await Self.countPieces(fetch.stream(request).body)
            case .bytes: try await Self.countBytes(fetch.stream(request).body)
            case .bytesOnMain: try await Self.countBytesOnMain(fetch.stream(request).body)
            }
        guard count == mebibytes << 20 else { throw BenchFault("\(count) bytes of \(mebibytes) MiB") }
    }

    private static func countPieces(_ body: FetchBody) async throws -> Int {
        var count = 0
        for try await piece in body { count += piece.count }
        return count
    }

    @concurrent private static func countBytes(_ body: FetchBody) async throws -> Int {
        var bytes = Bytes(body)
        var count = 0
        while try await bytes.next() != nil { count += 1 }
        return count
    }

    @MainActor private static func countBytesOnMain(_ body: FetchBody) async throws -> Int {
        var bytes = Bytes(body)
        var count = 0
        while try await bytes.next() != nil { count += 1 }
        return count
    }

    /// A body byte by byte, each an asynchronous call that leaves the caller's actor, as `URLSession.AsyncBytes` was
    /// built when its cost was first measured.
    private struct Bytes {
        private var pieces: FetchBody.Iterator
        private var rest = Data()[...]

        init(_ body: FetchBody) { pieces = body.makeAsyncIterator() }

        @concurrent mutating func next() async throws -> UInt8? {
            if rest.isEmpty, let piece = try await pieces.next() { rest = piece[...] }
            return rest.popFirst()
        }
    }
}
