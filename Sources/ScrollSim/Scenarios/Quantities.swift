internal import Foundation

/// Amounts of memory as people write them.
package enum ByteCount {
  /// Examples of an amount of memory, for error messages.
  package static let example = "memory such as \"150 MB\" (B, kB, MB, GB, KiB, MiB, GiB), or bytes"

  /// Larger amounts are mistakes: a million gigabytes.
  static let largest = 1e15

  private static let units = [
    "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
  ]

  /// The bytes in a text such as `150 MB`, `1.5GiB` or `4096`; `nil` for other texts and for more than ``largest``.
  package static func bytes(in text: String) -> Int? {
    quantity(in: text, units: units).flatMap { $0 <= largest ? Int($0.rounded()) : nil }
  }
}

/// Bandwidths as people write them.
enum Bandwidth {
  /// Examples of a bandwidth, for error messages.
  static let example = "a bandwidth such as \"20 Mbit/s\" (bit/s, kbit/s, Mbit/s, Gbit/s), or bits a second"

  private static let units = ["bit/s": 1, "kbit/s": 1e3, "Mbit/s": 1e6, "Gbit/s": 1e9]

  /// The bits a second in a text such as `20 Mbit/s`; `nil` for other texts and for values outside 1…1e12.
  static func bits(in text: String) -> Double? {
    quantity(in: text, units: units).flatMap { (1...1e12).contains($0) ? $0 : nil }
  }
}

/// The number that a text gives in one of the units, in the smallest unit; `nil` for other texts.
private func quantity(in text: String, units: [String: Double]) -> Double? {
  let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
  let unit = text.dropFirst(digits.count).drop { $0 == " " }
  let factor = unit.isEmpty ? 1 : units[String(unit)]
  guard let number = Double(String(digits)), let factor else { return nil }
  return number * factor
}
