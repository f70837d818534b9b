internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Bodies that are sent from memory, from a file and from a sequence.
    static let fileUploads: [Scenario] = sent + notSent

    private static let length = 1_000_000
    private static let stored = Script([.awaitBody, .reply(body: "stored")])

    private static let sent: [Scenario] = [
        ("data", UploadBody.data(length), true), ("file", .file(length), true),
        ("vanishing-file", .vanishingFile(length), true),
        ("pieces-of-known-length", .pieces(length, isDeclared: true), true),
        ("pieces", .pieces(length, isDeclared: false), false),
    ].map { (name, body, hasLength) in
        Scenario(
            "files-upload-\(name)", .files, .script(stored), .reply(200, bytes: 6),
            because: hasLength
                ? "a length that is known is declared, and every byte comes once and in order (RFC 9110 section 8.6)"
                : "a length that is not known is not made up: the body is sent in chunks (RFC 9112 section 7.1)"
        ).with {
            $0.action = .upload(body)
            $0.wire.line = "PUT / HTTP/1.1"
            $0.wire.body = Array(UploadBody.bytes(length))
            $0.wire.headers = [
                "Content-Length": hasLength ? ["\(length)"] : [], "Transfer-Encoding": hasLength ? [] : ["chunked"],
                "Expect": [],
            ]
            guard !hasLength else { return }
            $0.divergences = [
                Divergence(
                    "urlsession", misses: [.wire],
                    because:
                        "Foundation would read a sequence on the queue of all its transfers: it is collected on disk "
                        + "first, and has a length then")
            ]
        }
    }

    private static let broken = Outcome.transport(.requestBodyStreamExhausted)

    private static let notSent: [Scenario] = [
        Scenario(
            "files-upload-shrinking-file", .files,
            .script([.readBody(upTo: 1 << 20), .pause(.milliseconds(300)), .readBody(upTo: .max), .stall]), broken,
            because: "a file that has become shorter than its declared length cannot be sent to its end"
        ).with {
            $0.options.receiveBuffer = 65_536
            $0.action = .upload(.shrinkingFile(20_000_000, to: 1000))
            $0.wire.isBodyWhole = false
            $0.policy = FetchPolicy(budget: 1000, idleTimeout: .seconds(1))
            $0.divergences = [
                Divergence(
                    "urlsession", gives: [timedOut],
                    because: "Foundation takes the end of what a body's stream has for a pause, and waits for more")
            ]
            $0.wire.peerGoneWithin = .seconds(1)
        },
        Scenario(
            "files-upload-failing-pieces", .files, .script(stored), broken,
            because: "a sequence that fails is no whole body: the last chunk is never sent (RFC 9112 section 8)"
        ).with { $0.action = .upload(.failingPieces(100_000)) },
        Scenario(
            "files-upload-missing-file", .files, .script(stored), .file(ENOENT),
            because: "a file that is not there is said before anything is sent"
        ).with {
            $0.action = .upload(.missingFile)
            $0.wire.connections = 0...0
        },
    ]
}
