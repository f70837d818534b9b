import Testing

@Suite struct RedirectsOnCurl {
    @Test func `redirects-status-301`() async { await expectMatchOnCurl() }
    @Test func `redirects-status-302`() async { await expectMatchOnCurl() }
    @Test func `redirects-status-303`() async { await expectMatchOnCurl() }
    @Test func `redirects-status-305`() async { await expectMatchOnCurl() }
    @Test func `redirects-status-307`() async { await expectMatchOnCurl() }
    @Test func `redirects-status-308`() async { await expectMatchOnCurl() }
    @Test func `redirects-location-absolute`() async { await expectMatchOnCurl() }
    @Test func `redirects-location-file`() async { await expectMatchOnCurl() }
    @Test func `redirects-location-empty`() async { await expectMatchOnCurl() }
    @Test func `redirects-location-unparsable`() async { await expectMatchOnCurl() }
    @Test func `redirects-location-absent`() async { await expectMatchOnCurl() }
    @Test func `redirects-location-twice`() async { await expectMatchOnCurl() }
    @Test func `redirects-location-scheme-relative`() async { await expectMatchOnCurl() }
    @Test func `redirects-300-is-a-reply`() async { await expectMatchOnCurl() }
    @Test func `redirects-304-is-a-reply`() async { await expectMatchOnCurl() }
    @Test func `redirects-201-with-location`() async { await expectMatchOnCurl() }
    @Test func `redirects-endless-body`() async { await expectMatchOnCurl() }
    @Test func `redirects-body-never-comes`() async { await expectMatchOnCurl() }
    @Test func `redirects-body-over-budget`() async { await expectMatchOnCurl() }
    @Test func `redirects-303-to-a-post`() async { await expectMatchOnCurl() }
    @Test func `redirects-credentials-stay`() async { await expectMatchOnCurl() }
    @Test func `redirects-40-in-parallel`() async { await expectMatchOnCurl() }
}
