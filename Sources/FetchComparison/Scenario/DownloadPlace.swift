/// Where a scenario's download goes: a place in a folder of the run's own, unless it says otherwise.
public enum DownloadPlace: Sendable, Hashable {
    /// Nothing is there.
    case free
    /// A file is there, holding ``before``.
    case taken
    /// A folder is there.
    case folder
    /// The folder it would be in is not there.
    case nowhere
    /// A device that takes everything.
    case device

    /// What a file that is there holds.
    public static let before = "as it was before"
}
