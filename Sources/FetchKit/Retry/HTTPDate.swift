/// A date as HTTP writes it, in the three forms of RFC 9110 section 5.6.7: IMF-fixdate, RFC 850 and asctime.
///
/// The weekday must be one, but not the right one. A date that does not exist, such as the 31st of February, is none.
struct HTTPDate: Sendable, Hashable {
    /// Seconds since 1970-01-01 00:00:00 UTC, leap seconds not counted.
    let secondsSince1970: Int

    /// Reads a date.
    ///
    /// - Parameter thisYear: What tells the century of a year of two digits: one more than 50 years ahead is past.
    init?(_ text: String, thisYear: Int) {
        var fixdate = DateScanner(text)
        var rfc850 = DateScanner(text)
        var asctime = DateScanner(text)
        guard
            let seconds = fixdate.fixdate()?.secondsSince1970
                ?? rfc850.rfc850(thisYear: thisYear)?.secondsSince1970
                ?? asctime.asctime()?.secondsSince1970
        else { return nil }
        secondsSince1970 = seconds
    }
}

/// The parts of a date as they were written.
private struct DateFields {
    var year: Int
    var month: Int
    var day: Int
    var time: (hour: Int, minute: Int, second: Int)

    /// The instant, or `nil` where there is no such day or time. A leap second is the second after it.
    var secondsSince1970: Int? {
        guard day >= 1, day <= daysInMonth, time.hour < 24, time.minute < 60, time.second <= 60 else { return nil }
        return ((daysSince1970 * 24 + time.hour) * 60 + time.minute) * 60 + time.second
    }

    private var daysInMonth: Int {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeapYear ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counted in years that begin in March, so that a leap day is a year's last.
    private var daysSince1970: Int {
        let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays = year / 4 - year / 100 + year / 400
        return year * 365 + leapDays + (month * 153 + 2) / 5 + day - 1 - 719_468
    }
}

/// Reads a date's parts from the front of a text.
private struct DateScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    mutating func fixdate() -> DateFields? {
        guard takeOne(of: Self.shortWeekdays) != nil, take(", "), let day = takeNumber(2), take(" "),
            let month = takeOne(of: Self.months), take(" "), let year = takeNumber(4), take(" "),
            let time = takeTime(), take(" GMT"), rest.isEmpty
        else { return nil }
        return DateFields(year: year, month: month + 1, day: day, time: time)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    mutating func rfc850(thisYear: Int) -> DateFields? {
        guard takeOne(of: Self.weekdays) != nil, take(", "), let day = takeNumber(2), take("-"),
            let month = takeOne(of: Self.months), take("-"), let shortYear = takeNumber(2), take(" "),
            let time = takeTime(), take(" GMT"), rest.isEmpty
        else { return nil }
        // The one year with these digits among the hundred that end 50 years ahead.
        let last = thisYear + 50
        let year = last - (last - shortYear) % 100
        return DateFields(year: year, month: month + 1, day: day, time: time)
    }

    /// `Sun Nov  6 08:49:37 1994`
    mutating func asctime() -> DateFields? {
        guard takeOne(of: Self.shortWeekdays) != nil, take(" "), let month = takeOne(of: Self.months), take(" "),
            let day = take(" ") ? takeNumber(1) : takeNumber(2), take(" "), let time = takeTime(), take(" "),
            let year = takeNumber(4), rest.isEmpty
        else { return nil }
        return DateFields(year: year, month: month + 1, day: day, time: time)
    }

    private mutating func takeTime() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = takeNumber(2), take(":"), let minute = takeNumber(2), take(":"), let second = takeNumber(2)
        else { return nil }
        return (hour, minute, second)
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest.removeFirst(text.utf8.count)
        return true
    }

    private mutating func takeOne(of names: [String]) -> Int? {
        for (index, name) in names.enumerated() where take(name) { return index }
        return nil
    }

    private mutating func takeNumber(_ digits: Int) -> Int? {
        let number = rest.prefix(digits)
        guard number.count == digits, number.allSatisfy({ (48...57).contains($0) }) else { return nil }
        rest.removeFirst(digits)
        return number.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let shortWeekdays = weekdays.map { String($0.prefix(3)) }
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
