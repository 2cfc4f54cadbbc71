/// What of a scenario's library is in the cloud, and what the way there is like.
package struct RemoteSource: Hashable, Sendable {
  /// The share of photos whose original is at the origin, 0…1.
  package var share: Double
  /// Seconds from a request to the first byte of its answer.
  package var latency: Double
  /// Bits a second that all downloads share.
  package var bandwidth: Double
  /// The share of requests that fail, 0…1.
  package var failures: Double
  /// Bytes of originals that may be kept.
  package var storageBytes: Int
  /// Downloads at a time.
  package var downloads: Int

  package init(
    share: Double, latency: Double = 0.05, bandwidth: Double = 50_000_000, failures: Double = 0,
    storageBytes: Int = 1_000_000_000, downloads: Int = 4
  ) {
    self.share = share
    self.latency = latency
    self.bandwidth = bandwidth
    self.failures = failures
    self.storageBytes = storageBytes
    self.downloads = downloads
  }
}

/// Bandwidths as people write them.
enum Bandwidth {
  /// How to write a bandwidth, for error messages.
  static let example = "a bandwidth such as \"20 Mbit/s\" (bit/s, kbit/s, Mbit/s, Gbit/s), or bits a second"

  private static let units: [(name: String, factor: Double)] = [
    ("bit/s", 1), ("kbit/s", 1e3), ("Mbit/s", 1e6), ("Gbit/s", 1e9),
  ]

  /// The bits a second that a text such as `20 Mbit/s` stands for; `nil` if it stands for none, or for none at all.
  static func bits(in text: String) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    let factor = unit.isEmpty ? 1 : units.first { $0.name == unit }?.factor
    guard let number = Double(String(digits)), let factor, (1...1e12).contains(number * factor) else {
      return nil
    }
    return number * factor
  }
}
