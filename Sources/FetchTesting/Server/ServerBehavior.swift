/// What a server plays: at accept, and for each request that no script is playing for.
struct ServerBehavior: Sendable {
    let scriptAtAccept: Script?
    let chooseScript: @Sendable (RecordedRequest) -> Script

    init(_ script: Script) {
        scriptAtAccept = script.startsAtAccept ? script : nil
        chooseScript = { _ in script }
    }

    /// By the target's path, without its query; 404 for the rest.
    init(routes: [String: Script]) {
        self.init { routes[$0.path] ?? .reply(status: 404) }
    }

    init(respond: @escaping @Sendable (RecordedRequest) -> Script) {
        scriptAtAccept = nil
        chooseScript = respond
    }
}
