import Testing

@Suite struct FilesOnCurl {
    @Test func `files-new`() async { await expectMatchOnCurl() }
    @Test func `files-replaced`() async { await expectMatchOnCurl() }
    @Test func `files-chunked`() async { await expectMatchOnCurl() }
    @Test func `files-empty`() async { await expectMatchOnCurl() }
    @Test func `files-gzip-nobody-asked-for`() async { await expectMatchOnCurl() }
    @Test func `files-as-before-cut-amid-the-length`() async { await expectMatchOnCurl() }
    @Test func `files-as-before-cut-amid-chunks`() async { await expectMatchOnCurl() }
    @Test func `files-as-before-reset`() async { await expectMatchOnCurl() }
    @Test func `files-as-before-stalled`() async { await expectMatchOnCurl() }
    @Test func `files-as-before-over-budget-declared`() async { await expectMatchOnCurl() }
    @Test func `files-as-before-over-budget-undeclared`() async { await expectMatchOnCurl() }
    @Test func `files-as-before-redirect`() async { await expectMatchOnCurl() }
    @Test func `files-as-before-404`() async { await expectMatchOnCurl() }
    @Test func `files-as-before-500`() async { await expectMatchOnCurl() }
    @Test func `files-not-writable-folder`() async { await expectMatchOnCurl() }
    @Test func `files-not-writable-nowhere`() async { await expectMatchOnCurl() }
    @Test func `files-not-writable-device`() async { await expectMatchOnCurl() }
    @Test func `files-64-mib-memory`() async { await expectMatchOnCurl() }
    @Test func `files-resume-the-rest`() async { await expectMatchOnCurl() }
    @Test func `files-resume-the-rest-in-two`() async { await expectMatchOnCurl() }
    @Test func `files-resume-range-ignored`() async { await expectMatchOnCurl() }
    @Test func `files-resume-entity-changed`() async { await expectMatchOnCurl() }
    @Test func `files-resume-part-of-another-entity`() async { await expectMatchOnCurl() }
    @Test func `files-resume-part-from-elsewhere`() async { await expectMatchOnCurl() }
    @Test func `files-resume-416`() async { await expectMatchOnCurl() }
    @Test func `files-resume-weak-tag`() async { await expectMatchOnCurl() }
    @Test func `files-resume-503`() async { await expectMatchOnCurl() }
    @Test func `files-resume-cut-again`() async { await expectMatchOnCurl() }
    @Test func `files-upload-data`() async { await expectMatchOnCurl() }
    @Test func `files-upload-file`() async { await expectMatchOnCurl() }
    @Test func `files-upload-vanishing-file`() async { await expectMatchOnCurl() }
    @Test func `files-upload-pieces-of-known-length`() async { await expectMatchOnCurl() }
    @Test func `files-upload-pieces`() async { await expectMatchOnCurl() }
    @Test func `files-upload-shrinking-file`() async { await expectMatchOnCurl() }
    @Test func `files-upload-failing-pieces`() async { await expectMatchOnCurl() }
    @Test func `files-upload-missing-file`() async { await expectMatchOnCurl() }
}
