import Foundation
import Testing

@testable import FetchKit

@Suite("An HTTP date") struct HTTPDateTests {
    private func seconds(_ text: String, thisYear: Int = 2026) -> Int? {
        HTTPDate(text, thisYear: thisYear)?.secondsSince1970
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed Nov 16 08:49:37 1994", 784_975_777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
        ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ])
    func `a date in one of the three forms is an instant`(text: String, expected: Int) {
        #expect(seconds(text) == expected)
    }

    @Test func `every day of four centuries is where the calendar has it`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for day in stride(from: -25_567, to: 120_530, by: 13) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let (year, month) = (try #require(parts.year), try #require(parts.month))
            let dayText = String("0\(try #require(parts.day))".suffix(2))
            #expect(seconds("Mon, \(dayText) \(months[month - 1]) \(year) 00:00:00 GMT") == day * 86_400)
        }
    }

    @Test(arguments: [
        (2026, "76", 2076), (2026, "77", 1977), (2026, "26", 2026), (2026, "00", 2000), (2026, "99", 1999),
        (1999, "49", 2049), (1999, "50", 1950), (2050, "00", 2100), (2050, "01", 2001),
    ])
    func `a year of two digits is the last one with them that is at most 50 years ahead`(
        thisYear: Int, digits: String, year: Int
    ) {
        let short = seconds("Sunday, 06-Nov-\(digits) 08:49:37 GMT", thisYear: thisYear)
        #expect(short == seconds("Sun, 06 Nov \(year) 08:49:37 GMT"))
    }

    @Test(arguments: [
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 29 Feb 2001 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 32 Jan 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    ])
    func `a day or a time that does not exist is no date`(text: String) {
        #expect(seconds(text) == nil)
    }

    @Test(arguments: [
        "", "Sun", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
        "sun, 06 nov 1994 08:49:37 gmt", "Sun,06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
        "Sun Nov 006 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Xxx 1994 08:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    ])
    func `a text in none of the forms is no date`(text: String) {
        #expect(seconds(text) == nil)
    }

    @Test func `every prefix of a date is no date`() {
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            for length in 0..<text.count { #expect(seconds(String(text.prefix(length))) == nil) }
            #expect(seconds(text) != nil)
        }
    }
}
