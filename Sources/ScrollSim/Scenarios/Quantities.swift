internal import Foundation

/// Amounts of memory as people write them.
package enum ByteCount {
  package static let example = "memory such as \"150 MB\" (B, kB, MB, GB, KiB, MiB, GiB), or bytes"

  /// Larger amounts are mistakes: a million gigabytes.
  static let largest = 1e15

  /// Lower numbers without a unit were meant in megabytes: no image fits in so few bytes.
  private static let fewestWithoutUnit = 1_000_000

  private static let units = [
    "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "kib": 1024, "mib": 1_048_576,
    "gib": 1_073_741_824,
  ]

  /// The bytes in a text such as `150 MB`, `120m`, `1.5GiB` or `4096`; `nil` for other texts and for more than ``largest``.
  package static func bytes(in text: String) -> Int? {
    quantity(in: text, units: units).flatMap { $0 <= largest ? Int($0.rounded()) : nil }
  }

  /// The remedy for a number without a unit that is too low to be bytes; `nil` for any other text.
  package static func remedy(for text: String) -> String? {
    guard !text.contains(where: \.isLetter), let bytes = bytes(in: text), bytes < fewestWithoutUnit else {
      return nil
    }
    return "so few bytes hold no image; write \"\(bytes) MB\" or \"\(bytes) B\""
  }
}

/// Lengths of time as people write them.
package enum TimeSpan {
  private static let units = ["us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "min": 60, "h": 3600]

  /// The seconds in a text such as `25ms`, `1.5 s`, `10 min` or `1h`; `nil` for other texts.
  ///
  /// - Parameter unit: the seconds of the unit of a number alone; `nil` refuses such a number.
  package static func seconds(in text: String, bare unit: Double?) -> Double? {
    quantity(in: text, units: units, bare: unit)
  }
}

/// Bandwidths as people write them.
enum Bandwidth {
  static let example = "\"20 Mbit/s\" (bit/s, kbit/s, Mbit/s, Gbit/s), or bits a second"

  private static let units = ["bit/s": 1, "kbit/s": 1e3, "mbit/s": 1e6, "gbit/s": 1e9]

  /// The bits a second in a text such as `20 Mbit/s`; `nil` for other texts and for values outside 1…1e12.
  static func bits(in text: String) -> Double? {
    quantity(in: text, units: units).flatMap { (1...1e12).contains($0) ? $0 : nil }
  }
}

/// The number that a text gives in one of the units, in their common one; `nil` for other texts.
///
/// - Parameters:
///   - units: their lengths by their names in small letters; texts have capital ones as well.
///   - bare: the length of the unit of a number alone; `nil` refuses such a number.
private func quantity(in text: String, units: [String: Double], bare: Double? = 1) -> Double? {
  let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
  let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
  guard let number = Double(String(digits)), let factor = unit.isEmpty ? bare : units[unit] else {
    return nil
  }
  return number * factor
}
