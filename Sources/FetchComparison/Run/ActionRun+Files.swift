internal import FetchKit
internal import FetchTesting
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A folder of one run's own, which goes with it.
final class RunFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "fetch-scenario-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    // A folder that cannot be removed is the system's to clean.
    deinit { try? FileManager.default.removeItem(at: url) }

    var file: URL { url.appending(path: "file") }

    /// Makes the place of a download as it is to be, and names it.
    func prepare(_ place: DownloadPlace) throws -> URL {
        switch place {
        case .free: break
        case .taken: try Data(DownloadPlace.before.utf8).write(to: file)
        case .folder: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        case .nowhere: return url.appending(path: "not-there/file")
        case .device: return URL(filePath: "/dev/null")
        }
        return file
    }

    func observe() throws -> FileObservation {
        let files = FileManager.default
        let names = try files.contentsOfDirectory(atPath: url.path)
        // No file is what a download may have to leave.
        let length = try? files.attributesOfItem(atPath: file.path)[.size] as? Int
        let content = length.map { $0 <= 1 << 20 } == true ? try? Data(contentsOf: file) : nil
        return FileObservation(length: length, content: content, others: names.filter { $0 != "file" }.sorted())
    }
}

extension ActionRun {
    func download(to place: DownloadPlace, resuming isResuming: Bool) async -> ActionReport {
        await motion { _ in
            do {
                let folder = try RunFolder()
                let target = try folder.prepare(place)
                var outcomes: [Outcome] = []
                for request in requests { outcomes.append(await download(request, to: target, resuming: isResuming)) }
                var end = MotionEnd(outcomes.count == 1 ? outcomes[0] : .each(outcomes))
                end.file = try folder.observe()
                return end
            } catch {
                return MotionEnd(.file(EIO))
            }
        }
    }

    private func download(_ request: URLRequest, to target: URL, resuming isResuming: Bool) async -> Outcome {
        do throws(FileTransferFailure) {
            let download = try await fetch.download(request, to: target, resuming: isResuming)
            watch.noteReply()
            return .reply(download.status, bytes: download.isWritten ? download.fileBytes : download.body.count)
        } catch {
            return Outcome(error)
        }
    }

    func upload(_ body: UploadBody) async -> ActionReport {
        await motion { _ in
            do {
                let folder = try RunFolder()
                let (source, onProgress) = try folder.source(of: body)
                return await upload(source, progress: onProgress)
            } catch {
                return MotionEnd(.file(EIO))
            }
        }
    }

    private func upload(_ source: UploadSource, progress: FetchProgressHandler?) async -> MotionEnd {
        do throws(FileTransferFailure) {
            let reply = try await fetch.upload(requests[0], from: source, progress: progress)
            watch.noteReply()
            var end = MotionEnd(Outcome(.success(reply)))
            end.reply = ReplyObservation(reply)
            return end
        } catch {
            return MotionEnd(Outcome(error))
        }
    }
}

extension RunFolder {
    /// The source of a body, and what is done to it while it is sent.
    fileprivate func source(of body: UploadBody) throws -> (UploadSource, FetchProgressHandler?) {
        switch body {
        case .data(let count): return (.data(UploadBody.bytes(count)), nil)
        case .missingFile: return (.file(file), nil)
        case .file(let count):
            try UploadBody.bytes(count).write(to: file)
            return (.file(file), nil)
        case .shrinkingFile(let count, let rest):
            try UploadBody.bytes(count).write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            // Were it not shortened, the outcome would tell.
            return (.file(file), { if $0.sentBytes > 0 { try? handle.truncate(atOffset: UInt64(rest)) } })
        case .vanishingFile(let count):
            try UploadBody.bytes(count).write(to: file)
            return (.file(file), { [file] in if $0.sentBytes > 0 { try? FileManager.default.removeItem(at: file) } })
        case .pieces(let count, let isDeclared):
            return (.pieces(UploadBody.sequence(count), length: isDeclared ? count : nil), nil)
        case .failingPieces(let count): return (.pieces(UploadBody.sequence(count, error: CancellationError())), nil)
        case .endlessPieces: return (.pieces(UploadBody.sequence(nil)), nil)
        }
    }
}
