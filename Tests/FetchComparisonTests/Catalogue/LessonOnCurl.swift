import Testing

@Suite struct LessonOnCurl {
    @Test func `lesson-redirect`() async { await expectMatchOnCurl() }
    @Test func `lesson-small`() async { await expectMatchOnCurl() }
    @Test func `lesson-large`() async { await expectMatchOnCurl() }
    @Test func `lesson-three-routes`() async { await expectMatchOnCurl() }
    @Test func `lesson-cancel-large`() async { await expectMatchOnCurl() }
    @Test func `lesson-understated-length`() async { await expectMatchOnCurl() }
}
