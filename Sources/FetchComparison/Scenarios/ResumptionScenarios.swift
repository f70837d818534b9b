internal import FetchKit
internal import FetchTesting
internal import Foundation

extension Scenario {
    /// Downloads that break off and are asked for again.
    static let resumptions: [Scenario] = resumed + startedOver + leftForLater

    private static let entity = String(repeating: "0123456789", count: 100)
    private static let cut = Script([
        .head(status: 200, ["Content-Length": "1000", "ETag": "\"a\""]), .send(String(entity.prefix(400))), .close,
    ])
    private static let whole = Script.reply(headers: ["ETag": "\"a\""], body: entity)
    private static let lost = Outcome.transport(.networkConnectionLost)

    private static func rest(_ tag: String, range: String = "bytes 400-999/1000") -> Script {
        .reply(
            status: 206, headers: ["Content-Range": range, "ETag": tag], body: String(entity.dropFirst(400)))
    }

    private static func resuming(
        _ name: String, _ scripts: [Script], _ second: Outcome, because reason: String
    ) -> Scenario {
        Scenario("files-resume-\(name)", .files, .turns(scripts), .each([lost, second]), because: reason).with {
            $0.requests = [.get(), .get()]
            $0.action = .download(.taken, resuming: true)
        }
    }

    private static let resumed = [
        resuming(
            "the-rest", [cut, rest("\"a\"")], .reply(206, bytes: 1000),
            because: "the rest of the same entity completes the file (RFC 9110 section 14.2)"
        ).with {
            $0.file.content = .text(entity)
            $0.wire.headersInTurn = ["Range": [nil, "bytes=400-"], "If-Range": [nil, "\"a\""]]
        },
        resuming(
            "the-rest-in-two",
            [
                cut,
                .reply(
                    status: 206, headers: ["Content-Range": "bytes 400-599/1000", "ETag": "\"a\""],
                    body: String(entity.dropFirst(400).prefix(200))),
                .reply(
                    status: 206, headers: ["Content-Range": "bytes 600-999/1000", "ETag": "\"a\""],
                    body: String(entity.dropFirst(600))),
            ], .reply(206, bytes: 1000),
            because: "a server may send less of a range than was asked for (RFC 9110 section 15.3.7)"
        ).with {
            $0.file.content = .text(entity)
            $0.wire.headersInTurn = ["Range": [nil, "bytes=400-", "bytes=600-"]]
        },
    ]

    private static let startedOver: [Scenario] =
        [
            (
                "range-ignored", [cut, whole], 2,
                "a server may ignore a range: a 200 is the whole (RFC 9110 section 14.2)"
            ),
            (
                "entity-changed", [cut, .reply(headers: ["ETag": "\"b\""], body: entity)], 2,
                "If-Range asks for the whole of an entity that has changed (RFC 9110 section 13.1.5)"
            ),
            (
                "part-of-another-entity", [cut, rest("\"b\""), whole], 3,
                "a part of another entity completes nothing, whatever If-Range had asked for"
            ),
            (
                "part-from-elsewhere", [cut, rest("\"a\"", range: "bytes 399-999/1000"), whole], 3,
                "a part that begins elsewhere completes nothing"
            ),
            (
                "416", [cut, .reply(status: 416, headers: ["Content-Range": "bytes */3"]), whole], 3,
                "a range that cannot be satisfied is asked for as a whole (RFC 9110 section 15.5.17)"
            ),
        ].map { (name: String, scripts: [Script], requests: Int, reason) in
            resuming(name, scripts, .reply(200, bytes: 1000), because: reason).with {
                $0.file.content = .text(entity)
                $0.wire.headersInTurn = ["Range": [nil, "bytes=400-", nil].prefix(requests).map(\.self)]
            }
        } + [
            resuming(
                "weak-tag",
                [
                    [.head(status: 200, ["Content-Length": "1000", "ETag": "W/\"a\""]), .send("half"), .close],
                    .reply(headers: ["ETag": "W/\"a\""], body: entity),
                ], .reply(200, bytes: 1000),
                because: "a weak tag does not tell one entity's bytes from another's (RFC 9110 section 8.8.1)"
            ).with {
                $0.file.content = .text(entity)
                $0.wire.headersInTurn = ["Range": [nil, nil]]
            }
        ]

    private static let leftForLater = [
        resuming(
            "503", [cut, .reply(status: 503, body: "busy")], .reply(503, bytes: 4),
            because: "an answer that says nothing of the entity leaves the part for another time"
        ),
        resuming(
            "cut-again",
            [
                cut,
                [
                    .head(
                        status: 206,
                        ["Content-Length": "600", "Content-Range": "bytes 400-999/1000", "ETag": "\"a\""]),
                    .send("0123"), .close,
                ],
            ], lost, because: "what came before the second cut is kept too, and the file is still the one before"
        ),
    ].map {
        $0.with {
            $0.file.content = .asBefore
            $0.file.others = [".file.part", ".file.part-of"]
            $0.wire.headersInTurn = ["Range": [nil, "bytes=400-"]]
        }
    }
}
