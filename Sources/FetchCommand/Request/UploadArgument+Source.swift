internal import FetchKit
internal import Foundation

extension UploadArgument {
    /// Where the bytes come from.
    ///
    /// - Throws: ``FileFault`` for a device or a pipe, whose opening might wait for ever.
    func source() throws(FileFault) -> UploadSource {
        switch self {
        case .standardInput: return .pieces(StandardInput.pieces)
        case .file(let path):
            let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            let type = (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
            guard type == nil || type == .typeRegular || type == .typeDirectory else {
                throw FileFault(.read, "cannot send \(path): it is not a regular file; -T - sends standard input")
            }
            return .file(url)
        }
    }
}
