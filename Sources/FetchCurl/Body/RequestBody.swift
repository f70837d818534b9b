internal import FetchKit
internal import Foundation

/// What a request sends after its head.
enum RequestBody: Sendable {
    /// Bytes in memory: their length is declared, and they can be sent again.
    case data(Data)
    /// A file: its length is declared, and it can be sent again.
    case file(UploadFile)
    /// Bytes that become available over time: sent chunked unless the caller declared a length, and sent once.
    case stream(UploadPipe, declaredLength: Int64?)

    /// The length to declare, or -1 where it is not known.
    var length: Int64 {
        switch self {
        case .data(let data): Int64(data.count)
        case .file(let file): Int64(file.length)
        case .stream(_, let declaredLength): declaredLength ?? -1
        }
    }
}
