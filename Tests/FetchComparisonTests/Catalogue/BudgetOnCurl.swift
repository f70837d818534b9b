import Testing

@Suite struct BudgetOnCurl {
    @Test func `budget-exact-content-length`() async { await expectMatchOnCurl() }
    @Test func `budget-one-more-content-length`() async { await expectMatchOnCurl() }
    @Test func `budget-exact-chunked`() async { await expectMatchOnCurl() }
    @Test func `budget-one-more-chunked`() async { await expectMatchOnCurl() }
    @Test func `budget-exact-close-delimited`() async { await expectMatchOnCurl() }
    @Test func `budget-one-more-close-delimited`() async { await expectMatchOnCurl() }
    @Test func `budget-exact-gzip`() async { await expectMatchOnCurl() }
    @Test func `budget-one-more-gzip`() async { await expectMatchOnCurl() }
    @Test func `budget-exact-gzip-chunked`() async { await expectMatchOnCurl() }
    @Test func `budget-one-more-gzip-chunked`() async { await expectMatchOnCurl() }
    @Test func `budget-zero-empty`() async { await expectMatchOnCurl() }
    @Test func `budget-zero-one-byte`() async { await expectMatchOnCurl() }
    @Test func `budget-zero-chunked-empty`() async { await expectMatchOnCurl() }
    @Test func `budget-declared-one-more`() async { await expectMatchOnCurl() }
    @Test func `budget-declared-4-gib`() async { await expectMatchOnCurl() }
    @Test func `budget-declared-beyond-64-bits`() async { await expectMatchOnCurl() }
    @Test func `budget-declared-below-delivered-above`() async { await expectMatchOnCurl() }
    @Test func `budget-head-declares-much`() async { await expectMatchOnCurl() }
    @Test func `budget-304-declares-much`() async { await expectMatchOnCurl() }
    @Test func `budget-204-declares-much`() async { await expectMatchOnCurl() }
    @Test func `budget-chunked-declares-much`() async { await expectMatchOnCurl() }
    @Test func `budget-gzip-longer-than-it-decodes`() async { await expectMatchOnCurl() }
    @Test func `budget-flood-64-mib`() async { await expectMatchOnCurl() }
    @Test func `budget-flood-endless`() async { await expectMatchOnCurl() }
    @Test func `budget-flood-endless-chunks`() async { await expectMatchOnCurl() }
    @Test func `budget-flood-256-mib-memory`() async { await expectMatchOnCurl() }
    @Test func `budget-one-byte-chunks-100000`() async { await expectMatchOnCurl() }
    @Test func `budget-one-byte-chunks-99999`() async { await expectMatchOnCurl() }
    @Test func `budget-gzip-bomb-50-mb`() async { await expectMatchOnCurl() }
    @Test func `budget-gzip-bomb-100-mb`() async { await expectMatchOnCurl() }
    @Test func `budget-gzip-zeros-exact`() async { await expectMatchOnCurl() }
    @Test func `budget-gzip-zeros-one-more`() async { await expectMatchOnCurl() }
}
