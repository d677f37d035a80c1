/// Parses dates of tags: `2004`, `2004-03`, `2004-03-01`, `2004-03-01T12:30`, `2004:03:01 12:30:15`,
/// `20040301T123015Z`, `2004-03-01T12:30:15.250+0100` (ISO 8601; ID3v2.4, clause 4; Exif 2.3, clause 4.6.4).
enum MetadataDate {
  /// Parses a date; a day, a month or a year is its first instant. Times without a zone are UTC.
  static func date(_ text: String) -> Date? {
    guard text.utf8.count <= 64 else { return nil }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "\0")))
    let separated =
      /(\d{4})(?:[-\/:.](\d{1,2})(?:[-\/:.](\d{1,2})(?:(?:T|[ ,\/]+)(\d{1,2})(?::(\d{2})(?::(\d{2})([.,]\d+)?)?)?(?:\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?))?)?)?)?/
    if let match = text.wholeMatch(of: separated)?.output {
      return date(match.1, match.2, match.3, match.4, match.5, match.6, fraction: match.7, zone: match.8)
    }
    let compact = /(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(?:(\d{2})([.,]\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?/
    guard let match = text.wholeMatch(of: compact)?.output else { return nil }
    return date(match.1, match.2, match.3, match.4, match.5, match.6, fraction: match.7, zone: match.8)
  }

  private static func date(
    _ year: Substring, _ month: Substring?, _ day: Substring?, _ hour: Substring?, _ minute: Substring?,
    _ second: Substring?, fraction: Substring?, zone: Substring?
  ) -> Date? {
    func number(_ text: Substring?, _ range: ClosedRange<Int>, otherwise: Int) -> Int? {
      guard let text else { return otherwise }
      return Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
    guard let year = number(year, 1...9999, otherwise: 1), let month = number(month, 1...12, otherwise: 1),
      let day = number(day, 1...days(in: month, of: year), otherwise: 1), let hour = number(hour, 0...23, otherwise: 0),
      let minute = number(minute, 0...59, otherwise: 0), let second = number(second, 0...60, otherwise: 0),
      let offset = seconds(ofZone: zone)
    else { return nil }
    let part = fraction.flatMap { Double("0." + $0.dropFirst()) } ?? 0
    let seconds = ((dayNumber(year, month, day) * 24 + hour) * 60 + minute) * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + part)
  }

  /// Returns the seconds that a zone is ahead of UTC; nil if there is no such zone.
  private static func seconds(ofZone zone: Substring?) -> Int? {
    guard let zone, zone != "Z", zone != "UTC" else { return 0 }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard let hours = Int(digits.prefix(2)), hours <= 14, let minutes = Int(digits.count > 2 ? digits.suffix(2) : "0"),
      minutes < 60
    else { return nil }
    return (zone.first == "-" ? -1 : 1) * (hours * 60 + minutes) * 60
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the days since 1970 in the Gregorian calendar: years begin in March, so that the leap day is a year's
  /// last.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let (era, yearOfEra) = (year / 400, year % 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Formats a date by ISO 8601, in UTC and without fractions of a second: `2004-03-01T12:30:15Z`.
  static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
