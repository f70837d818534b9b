import FetchKit
import Testing

@Suite("A head's framing") struct ResponseFramingTests {
    @Test(
        "Content-Length is digits alone, once or the same again",
        arguments: [
            (["0"], .length(0)), (["5"], .length(5)), ([" 5\t"], .length(5)), (["005"], .length(5)),
            (["5", "5"], .length(5)), (["2,2"], .length(2)), (["2, 2", "2"], .length(2)),
            (["99999999999999999999"], .length(.max)), (["9223372036854775807"], .length(.max)),
            (["-1"], .invalid), (["+2"], .invalid), (["2 junk"], .invalid), (["2", "3"], .invalid),
            (["2,3"], .invalid), ([""], .invalid), (["2,"], .invalid), ([",2"], .invalid), (["0x10"], .invalid),
            (["1e3"], .invalid), (["1.0"], .invalid), (["٣"], .invalid), (["2 3"], .invalid), ([], .open),
        ] as [([String], ResponseHead.Framing)])
    func contentLength(values: [String], expected: ResponseHead.Framing) {
        let head = ResponseHead(status: 200, headers: FetchHeaders(values.map { ("content-length", $0) }))
        #expect(head.framing(method: "GET") == expected)
    }

    @Test(arguments: [100, 101, 103, 199, 204, 304])
    func `these statuses have no body, whatever the head says`(status: Int) {
        let fields = FetchHeaders([("Content-Length", "junk"), ("Transfer-Encoding", "chunked")])
        #expect(ResponseHead(status: status, headers: fields).framing(method: "GET") == .none)
    }

    @Test func `a reply to HEAD has no body, whatever the head says`() {
        #expect(ResponseHead.ok(("Content-Length", "100000000")).framing(method: "HEAD") == .none)
    }

    @Test(arguments: ["100", "-1", "2,3"])
    func `Transfer-Encoding wins over any length`(length: String) {
        let head = ResponseHead.ok(("Content-Length", length), ("TRANSFER-ENCODING", "chunked"))
        #expect(head.framing(method: "GET") == .open)
    }

    @Test(
        arguments: [
            ([], []), (["gzip"], ["gzip"]), (["GZIP , br"], ["gzip", "br"]), (["gzip", "zstd"], ["gzip", "zstd"]),
            (["identity"], []), ([""], []), (["identity, deflate"], ["deflate"]),
        ] as [([String], [String])])
    func `content codings are read in order without identity`(values: [String], expected: [String]) {
        let headers = FetchHeaders(values.map { ("Content-Encoding", $0) })
        #expect(ResponseHead(status: 200, headers: headers).contentCodings == expected)
    }
}
