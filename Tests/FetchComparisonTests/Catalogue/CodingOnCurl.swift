import Testing

@Suite struct CodingOnCurl {
    @Test func `coding-offered`() async { await expectMatchOnCurl() }
    @Test func `coding-gzip`() async { await expectMatchOnCurl() }
    @Test func `coding-x-gzip`() async { await expectMatchOnCurl() }
    @Test func `coding-gzip-in-any-case`() async { await expectMatchOnCurl() }
    @Test func `coding-deflate`() async { await expectMatchOnCurl() }
    @Test func `coding-deflate-without-zlib`() async { await expectMatchOnCurl() }
    @Test func `coding-truncated-deflate`() async { await expectMatchOnCurl() }
    @Test func `coding-gzip-twice`() async { await expectMatchOnCurl() }
    @Test func `coding-junk-after-the-end`() async { await expectMatchOnCurl() }
    @Test func `coding-identity`() async { await expectMatchOnCurl() }
    @Test func `coding-several-members`() async { await expectMatchOnCurl() }
    @Test func `coding-truncated`() async { await expectMatchOnCurl() }
    @Test func `coding-truncated-by-its-checksum`() async { await expectMatchOnCurl() }
    @Test func `coding-corrupted`() async { await expectMatchOnCurl() }
    @Test func `coding-label-without-coding`() async { await expectMatchOnCurl() }
    @Test func `coding-unknown`() async { await expectMatchOnCurl() }
    @Test func `coding-br`() async { await expectMatchOnCurl() }
    @Test func `coding-zstd`() async { await expectMatchOnCurl() }
    @Test func `coding-whole-chunked`() async { await expectMatchOnCurl() }
    @Test func `coding-whole-closed`() async { await expectMatchOnCurl() }
    @Test func `coding-truncated-chunked`() async { await expectMatchOnCurl() }
    @Test func `coding-truncated-closed`() async { await expectMatchOnCurl() }
    @Test func `coding-nothing-empty-reply`() async { await expectMatchOnCurl() }
    @Test func `coding-nothing-204`() async { await expectMatchOnCurl() }
    @Test func `coding-nothing-304`() async { await expectMatchOnCurl() }
    @Test func `coding-nothing-head`() async { await expectMatchOnCurl() }
}
