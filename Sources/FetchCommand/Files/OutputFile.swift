internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The file of `-o`: there in full or as it was before, never in part.
///
/// A regular file is written beside its place and renamed over it. A device or a pipe, such as `/dev/null`, cannot be
/// replaced and is written to directly.
struct OutputFile {
    /// True where writing goes to a device or a pipe, and may wait for its reader.
    let isSpecial: Bool

    /// The place, with symbolic links followed, so that a link stays one.
    let url: URL
    /// The path as it was typed.
    let name: String
    /// Those of the file that is replaced, if there is one.
    private let permissions: NSNumber?

    /// Checks what can be checked before anything is fetched; nothing is created.
    ///
    /// - Throws: ``FileFault`` where the file, or the folder it will be in, cannot be written.
    init(path: String) throws(FileFault) {
        name = path
        url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let type = attributes?[.type] as? FileAttributeType
        permissions = attributes?[.posixPermissions] as? NSNumber
        isSpecial = type != nil && type != .typeRegular && type != .typeDirectory
        if type == .typeDirectory || path.hasSuffix("/") { throw fault("it is a folder") }
        if type != nil, !FileManager.default.isWritableFile(atPath: url.path) {
            throw fault("writing to it is not permitted")
        }
        let folder = url.deletingLastPathComponent().path
        if !isSpecial, !FileManager.default.isWritableFile(atPath: folder) {
            let exists = FileManager.default.fileExists(atPath: folder)
            throw fault(exists ? "writing in the folder \(folder) is not permitted" : "there is no folder \(folder)")
        }
    }

    /// Writes the bytes and puts the file in its place.
    ///
    /// - Throws: ``FileFault``; a regular file is then as it was.
    func write(_ bytes: Data) throws(FileFault) {
        do {
            if isSpecial {
                try FileHandle(forWritingTo: url).write(contentsOf: bytes)
            } else {
                try replace(with: bytes)
            }
        } catch {
            throw fault(error.localizedDescription)
        }
    }

    /// The SHA-256 of what the file holds, read piece by piece.
    func digest() throws(FileFault) -> String {
        var digest = SHA256()
        do {
            let handle = try FileHandle(forReadingFrom: url)
            while let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty { digest.update(piece) }
        } catch {
            throw FileFault(.write, "cannot read \(name) again: \(error.localizedDescription)")
        }
        return digest.hexDigest()
    }

    private func replace(with bytes: Data) throws {
        let part = url.deletingLastPathComponent().appendingPathComponent(".fetch-\(UUID().uuidString).part")
        do {
            try Data().write(to: part, options: .withoutOverwriting)
            // Before there is anything to read.
            if let permissions {
                try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: part.path)
            }
            try FileHandle(forWritingTo: part).write(contentsOf: bytes)
            // Both strings outlive the call.
            guard unsafe rename(part.path, url.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        } catch {
            // Where it was never made there is nothing to remove.
            try? FileManager.default.removeItem(at: part)
            throw error
        }
    }

    private func fault(_ reason: String) -> FileFault {
        FileFault(.write, "cannot write \(name): \(reason)")
    }
}
