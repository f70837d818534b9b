internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Replies that become files, in full or not at all.
    static let downloads: [Scenario] = written + notWritten + unwritable + [large]

    private static let written: [Scenario] = [
        ("new", DownloadPlace.free, Script.reply(body: "whole"), "whole", "a file is there once it is whole"),
        ("replaced", .taken, .reply(body: "whole"), "whole", "the file before gives way to the whole new one"),
        ("chunked", .free, .chunked(["who", "le"]), "whole", "the file holds the body, not its framing"),
        ("empty", .taken, .reply(), "", "an empty body is an empty file"),
        (
            "gzip-nobody-asked-for", .free,
            [.reply(headers: ["Content-Encoding": "gzip"], body: GzipData.stored(Array("whole".utf8)))], "whole",
            "a file has decoded bytes, even of a server that codes them unasked"
        ),
    ].map { (name: String, place, script: Script, text: String, reason) in
        Scenario("files-\(name)", .files, .script(script), .reply(200, bytes: text.utf8.count), because: reason).with {
            $0.action = .download(place, resuming: false)
            $0.file.content = .text(text)
            $0.wire.headers = ["Accept-Encoding": ["identity"], "Range": []]
        }
    }

    private static let lost = Outcome.transport(.networkConnectionLost)

    private static let notWritten: [Scenario] = [
        ("cut-amid-the-length", [.head(status: 200, ["Content-Length": "8"]), .send("half"), .close], lost),
        ("cut-amid-chunks", [openHead, .chunk("half"), .close], lost),
        ("reset", [openHead, .chunk("half"), .pause(.milliseconds(200)), .reset], lost),
        ("stalled", [openHead, .chunk("half"), .stall], timedOut),
        ("over-budget-declared", [.head(status: 200, ["Content-Length": "9"]), .stall], .overBudget(8)),
        ("over-budget-undeclared", [.head(status: 200), .endless(Array("far too long ".utf8))], .overBudget(8)),
        ("redirect", .reply(status: 302, headers: ["Location": "/"]), .redirectRefused(302)),
        ("404", .reply(status: 404, body: "none"), .reply(404, bytes: 4)),
        ("500", .reply(status: 500, body: "oops"), .reply(500, bytes: 4)),
    ].map { (name: String, script: Script, outcome: Outcome) in
        Scenario(
            "files-as-before-\(name)", .files, .script(script), outcome,
            because: "a file is replaced at success alone; of a failure nothing is left, neither there nor beside it"
        ).with {
            $0.policy = FetchPolicy(budget: 8, idleTimeout: .milliseconds(500))
            $0.action = .download(.taken, resuming: false)
            $0.file.content = .asBefore
            guard name == "cut-amid-chunks" else { return }
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [.transport(.unknown)],
                    because: "Foundation has no code for a chunked body that breaks off, and calls it unknown")
            ]
        }
    }

    private static let unwritable: [Scenario] = [
        ("folder", DownloadPlace.folder, EISDIR), ("nowhere", .nowhere, ENOENT), ("device", .device, ENOTSUP),
    ].map { (name, place, code) in
        Scenario(
            "files-not-writable-\(name)", .files, .script(.reply(body: "whole")), .file(code),
            because: "a place that cannot be written to is said before anything is sent"
        ).with {
            $0.action = .download(place, resuming: false)
            $0.wire.connections = 0...0
        }
    }

    private static let large = Scenario(
        "files-64-mib-memory", .files,
        .script([
            .head(status: 200, ["Content-Length": "\(64 << 20)"]),
            .repeating(Array("0123456789abcdef".utf8), times: 4 << 20),
        ]), .reply(200, bytes: 64 << 20),
        because: "a download holds its window and no more, whatever its size"
    ).with {
        $0.policy = FetchPolicy(budget: 64 << 20)
        $0.action = .download(.free, resuming: false)
        $0.file.content = .length(64 << 20)
        $0.memory = 4 << 20
        $0.divergences = [
            Divergence(
                "urlsession", gives: [.reply(200, bytes: 64 << 20)], misses: [.memory],
                because: "nothing holds the sender back: how much waits for the disk, a race between the two decides")
        ]
    }
}
