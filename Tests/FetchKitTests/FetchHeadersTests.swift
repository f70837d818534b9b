import FetchKit
import Testing

@Suite("Header fields") struct FetchHeadersTests {
    private func pairs(_ headers: FetchHeaders) -> [[String]] { headers.map { [$0.name, $0.value] } }

    @Test func `order, repetition and the server's case are kept`() {
        let headers = FetchHeaders([("B", "1"), ("Set-Cookie", "x=1"), ("a", "2"), ("set-cookie", "y=2")])
        #expect(pairs(headers) == [["B", "1"], ["Set-Cookie", "x=1"], ["a", "2"], ["set-cookie", "y=2"]])
        #expect(headers.values(of: "SET-COOKIE") == ["x=1", "y=2"])
    }

    @Test func `a date's comma does not join or split fields`() {
        let dated = "x=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT"
        let headers = FetchHeaders([("Set-Cookie", dated), ("SET-COOKIE", "y=2")])
        #expect(headers.values(of: "set-cookie") == [dated, "y=2"])
    }

    @Test func `names are found without regard to ASCII case, the first one first`() {
        let headers = FetchHeaders([("Content-Type", "a"), ("content-type", "b")])
        #expect(headers["CONTENT-TYPE"] == "a")
        #expect(headers.contains("cOnTeNt-TyPe"))
        #expect(headers["Content-Typ"] == nil)
        #expect(!headers.contains("Content-Type2"))
        // `@` and the backquote differ from each other by the same bit as upper and lower case do.
        #expect(!FetchHeaders([("@", "1")]).contains("`"))
    }

    @Test(arguments: ["", " ", "\t \t"]) func `an empty field is present and empty`(value: String) {
        let headers = FetchHeaders([("X", value), ("Y", "1")])
        #expect(headers["X"]?.isEmpty == true)
        #expect(headers["Y"] == "1")
    }

    @Test func `surrounding white space is trimmed and inner white space kept`() {
        #expect(FetchHeaders([("X", " \t a \t b \t")])["X"] == "a \t b")
    }

    @Test func `a value may hold colons`() {
        #expect(FetchHeaders([("Location", "http://h:1/::")])["location"] == "http://h:1/::")
    }

    @Test func `CR, LF and NUL never make another field`() {
        let headers = FetchHeaders([("X\r\nY: z", "a\r\nB: c\0d")])
        #expect(pairs(headers) == [["X  Y  z", "a  B: c d"]])
        #expect(FetchHeaders([("X", "\r\na\r\n")])["X"] == "a")
    }

    @Test func `UTF-8 is read as UTF-8 and anything else as Latin-1`() {
        var headers = FetchHeaders()
        headers.append(name: Array("U".utf8).span, value: Array("é€".utf8).span)
        headers.append(name: Array("L".utf8).span, value: ([0xE9, 0x20, 0x80, 0xFF] as [UInt8]).span)
        #expect(headers["U"] == "é€")
        #expect(headers["L"] == "\u{E9} \u{80}\u{FF}")
    }

    @Test(
        "a folded line continues the last value after one space",
        arguments: [
            ("a", " b", "a b"), ("a", "\t \tb \t", "a b"), ("", " b", "b"), ("a", "  ", "a"), ("a", "", "a"),
            ("a:", "b", "a: b"),
        ])
    func folded(value: String, continuation: String, expected: String) {
        var headers = FetchHeaders([("X", value)])
        headers.appendFolded(Array(continuation.utf8).span)
        #expect(pairs(headers) == [["X", expected]])
    }

    @Test func `a folded line before any field is nothing`() {
        var headers = FetchHeaders()
        headers.appendFolded(Array(" b".utf8).span)
        #expect(headers.isEmpty)
    }

    @Test func `equality and hash look at order and value, and at names without case`() {
        let headers = FetchHeaders([("A", "1"), ("B", "2")])
        let sameInOtherCase = FetchHeaders([("a", "1"), ("b", "2")])
        #expect(headers == sameInOtherCase)
        #expect(Set([headers, sameInOtherCase]).count == 1)
        #expect(headers != FetchHeaders([("B", "2"), ("A", "1")]))
        #expect(headers != FetchHeaders([("A", "1"), ("B", "3")]))
        #expect(headers != FetchHeaders([("A", "1")]))
    }
}
