package import Foundation

/// A date and time as metadata spell it: `2020:01:24 23:11:53` in EXIF, `2020-01-24T23:11:53.25+02:00` in XMP.
///
/// Without a named zone, the clock counts as UTC.
package struct WrittenDate: Hashable, Sendable {
  /// Seconds since 1970 by the local clock.
  private(set) var clock: Double
  /// The seconds by which the clock was ahead of UTC, if the text states them.
  package private(set) var secondsEast: Int?

  /// Reads a text, or fails if it is no date; seconds may be missing, and, without `needsTime`, the time.
  package init?(_ text: ArraySlice<UInt8>, needsTime: Bool = false) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4), (1...9999).contains(year), scanner.passes(":-/."),
      let month = scanner.number(digits: 2), (1...12).contains(month), scanner.passes(":-/."),
      let day = scanner.number(digits: 2), (1...Self.days(month: month, year: year)).contains(day)
    else { return nil }
    clock = Double(Self.daysSince1970(year: year, month: month, day: day) * 86_400)
    guard scanner.passes(" T") else {
      if needsTime || !scanner.isAtEnd { return nil }
      return
    }
    guard let hour = scanner.number(digits: 2), (0...23).contains(hour), scanner.passes(":"),
      let minute = scanner.number(digits: 2), (0...59).contains(minute)
    else { return nil }
    clock += Double(hour * 3_600 + minute * 60)
    if scanner.passes(":") {
      guard let second = scanner.number(digits: 2), (0...60).contains(second) else { return nil }
      clock += Double(second)
      if scanner.passes(".") { clock += scanner.fraction() }
    }
    secondsEast = scanner.zone()
  }

  /// The moment; without a zone, the clock counts as UTC.
  package var date: Date { Date(timeIntervalSince1970: clock - Double(secondsEast ?? 0)) }

  /// Adds a zone from a separate tag, unless the text has one.
  package mutating func add(zone: Int?) { secondsEast = secondsEast ?? zone }

  /// Adds a fraction of a second from a separate tag, as digits.
  package mutating func add(subseconds text: ArraySlice<UInt8>) {
    var scanner = DigitScanner(text)
    clock += scanner.fraction()
  }

  /// Reads `+02:00` or `Z`: seconds ahead of UTC.
  package static func zone(_ text: ArraySlice<UInt8>) -> Int? {
    var scanner = DigitScanner(text)
    return scanner.zone()
  }

  /// A date as EXIF spells it, in UTC.
  package static func exif(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    func two(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
    return String(format: "%04d", parts.year ?? 0) + ":\(two(parts.month)):\(two(parts.day)) "
      + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
  }

  private static func days(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days of the proleptic Gregorian calendar, counted in years that start in March, so that leap days come last.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let month = (month + 9) % 12
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 719_469
  }
}

private struct DigitScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  /// One to `digits` digits; leading spaces, which some cameras write for zeros, are skipped.
  mutating func number(digits: Int) -> Int? {
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    var number: Int?
    for _ in 0..<digits {
      guard let digit = rest.first.flatMap(Self.digit) else { break }
      number = (number ?? 0) * 10 + digit
      rest.removeFirst()
    }
    return number
  }

  /// Skips one of these characters, if it is next.
  mutating func passes(_ characters: String) -> Bool {
    guard let next = rest.first, characters.utf8.contains(next) else { return false }
    rest.removeFirst()
    return true
  }

  /// The fraction from the digits after a decimal point, or 0 if there are none.
  mutating func fraction() -> Double {
    var (number, scale) = (0.0, 1.0)
    while let digit = rest.first.flatMap(Self.digit) {
      rest.removeFirst()
      // More would be finer than any clock.
      guard scale < 1e9 else { continue }
      (number, scale) = (number * 10 + Double(digit), scale * 10)
    }
    return number / scale
  }

  mutating func zone() -> Int? {
    if passes("Z") { return 0 }
    let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
    guard passes("+-"), let hours = number(digits: 2), hours <= 14, passes(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (48...57).contains(byte) ? Int(byte) - 48 : nil
  }
}
