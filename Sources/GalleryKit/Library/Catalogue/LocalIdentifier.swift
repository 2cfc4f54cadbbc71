internal import GalleryEngine

/// Makes the identifiers of assets: thirteen of `0`–`9` and `a`–`v` (65 bits in RFC 4648's base32hex).
package enum LocalIdentifier {
  /// The identifier of the photo at a path, the same wherever the library's folder lies.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - attempt: 0, and one more for every earlier attempt whose identifier is another photo's.
  static func of(_ path: RelativePath, attempt: Int) -> String {
    var digest = SHA256()
    digest.update(path.bytes)
    // A zero ends the path, which has none, so that no attempt is another path's first.
    if attempt > 0 { digest.update([0] + Array(String(attempt).utf8)) }
    let bytes = digest.finalize()
    return text { bit in bytes[bit / 8] >> (7 - bit % 8) & 1 == 1 }
  }

  /// The identifier of the asset at an index of a synthetic library; they sort as the indexes do.
  package static func ofSynthetic(_ index: Int) -> String {
    unsafe String(unsafeUninitializedCapacity: 13) { bytes in
      // 65 bits, of which an index fills the lower 63.
      for digit in 0..<13 {
        let value = UInt8(truncatingIfNeeded: index >> (60 - 5 * digit) & 31)
        unsafe bytes[digit] = value < 10 ? 48 + value : 87 + value
      }
      return 13
    }
  }

  /// An identifier that nothing else has: of what the user makes.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let (first, second) = (generator.next(), generator.next())
    return text { bit in bit < 64 ? first >> bit & 1 == 1 : second & 1 == 1 }
  }

  /// An identifier of what is not stored, while the process lives.
  static func transient() -> String { "transient-" + random() }

  /// Spells 65 bits, the most significant one first.
  private static func text(_ isSet: (Int) -> Bool) -> String {
    let digits = (0..<13).map { digit in
      (0..<5).reduce(0) { $0 << 1 | (isSet(digit * 5 + $1) ? 1 : 0) }
    }
    return String(decoding: digits.map { UInt8($0 < 10 ? 48 + $0 : 87 + $0) }, as: UTF8.self)
  }
}
