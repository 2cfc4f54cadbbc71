internal import Foundation

/// Amounts of memory as people write them.
package enum ByteCount {
  /// How to write an amount of memory, for error messages.
  package static let example = "memory such as \"150 MB\" (B, kB, MB, GB, KiB, MiB, GiB), or bytes"

  /// Larger amounts are mistakes: a million gigabytes.
  static let largest = 1e15

  private static let units: [(name: String, bytes: Double)] = [
    ("B", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("KiB", 1024), ("MiB", 1_048_576),
    ("GiB", 1_073_741_824),
  ]

  /// The bytes that a text such as `150 MB`, `1.5GiB` or `4096` stands for; `nil` if it stands for none.
  package static func bytes(in text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    let factor = unit.isEmpty ? 1 : units.first { $0.name == unit }?.bytes
    guard let number = Double(String(digits)), let factor, number * factor <= largest else { return nil }
    return Int((number * factor).rounded())
  }
}
