internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file on its way to its place: written beside it, and renamed over it when it is whole, so that the place has
/// either what it had before or the whole of what came.
///
/// It ends with ``commit()`` or ``abandon()``.
final class PartialFile {
    /// How much of it there is.
    private(set) var length: Int
    /// What an earlier attempt noted of the entity this is the beginning of; a part with a note outlives a failure.
    private(set) var note: String?

    private let file: OpenFile
    private let target: String
    private let isResumable: Bool

    /// Opens what an earlier attempt left, if it may be resumed, or else an empty file with a name of its own.
    ///
    /// - Throws: ``FileFault``; with `EWOULDBLOCK` where another attempt is under way.
    init(for target: String, isResumable: Bool) throws(FileFault) {
        self.target = target
        self.isResumable = isResumable
        try Self.checkPlace(target)
        let name = target.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let folder = target.dropLast(name.count)
        if isResumable {
            file = try OpenFile(writing: "\(folder).\(name).part", isNew: false)
            try file.lock()
            length = try file.length()
            note = try? String(contentsOfFile: notePath, encoding: .utf8)
            if note == nil { try empty() }
        } else {
            file = try OpenFile(writing: "\(folder).\(name).\(UUID().uuidString).part", isNew: true)
            length = 0
        }
        // From the start: what comes may be meant for nobody but those who could read the file before. Still to be
        // written to, though, by this attempt and the next. The string outlives the call.
        if let permissions { _ = unsafe chmod(file.path, permissions | S_IWUSR) }
    }

    /// Those of the file that is there now, if there is one.
    private var permissions: mode_t? {
        var status = stat()
        // The string and the structure outlive the call.
        return unsafe stat(target, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// A device or a folder cannot be replaced.
    private static func checkPlace(_ target: String) throws(FileFault) {
        var status = stat()
        // The string and the structure outlive the call.
        guard unsafe stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        throw FileFault(path: target, operation: "replace", code: isFolder ? EISDIR : ENOTSUP)
    }

    private var notePath: String { file.path + "-of" }

    /// Adds bytes at the end.
    func append(_ bytes: Data) throws(FileFault) {
        try file.write(bytes, at: length)
        length += bytes.count
    }

    /// Starts over with nothing, and with a note of what is coming, if it may be resumed and can be identified.
    func empty(note: String? = nil) throws(FileFault) {
        // Bytes without a note, or with that of another entity, must never be: the old note goes before its bytes.
        removeNote()
        try file.truncate(to: 0)
        length = 0
        guard isResumable, let note else { return }
        do { try note.write(toFile: notePath, atomically: true, encoding: .utf8) } catch {
            throw .last("write", notePath)
        }
        self.note = note
    }

    /// Puts the file in its place, with the permissions of the file it replaces.
    func commit() throws(FileFault) {
        // The strings outlive the calls.
        if let permissions { _ = unsafe chmod(file.path, permissions) }
        guard unsafe rename(file.path, target) == 0 else { throw .last("replace", target) }
        file.unlock()
        removeNote()
    }

    /// Gives up: a part with a note stays for the next attempt, any other goes.
    func abandon() {
        // The string outlives the call; one that is gone already needs no removing.
        if note == nil { _ = unsafe unlink(file.path) }
        file.unlock()
    }

    private func removeNote() {
        // As above.
        if note != nil { _ = unsafe unlink(notePath) }
        note = nil
    }
}
