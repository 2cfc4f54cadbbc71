package import GalleryEngine

/// A stored thumbnail as bytes: a header of 512 bytes, RGBA rows as in a ``PixelBuffer``, and the colour profile, if any.
///
///      0  8  "GKTHUMB1"
///      8  8  XXH64 of the header from byte 16 on
///     16  8  XXH64 of the pixels
///     24  8  XXH64 of the profile
///     32  4  width in pixels
///     36  4  height in pixels
///     40  4  bytes of the profile
///     44  4  bytes of the key
///     48 24  the original when it was decoded: byte count, modification time, time of change
///     72  …  the key, then zeros
///    512  …  the pixels, then the profile
///
/// Numbers are little-endian.
package struct ThumbnailEntry: Hashable {
  /// A fault in an entry's bytes.
  package struct Damage: Error, CustomStringConvertible {
    package let description: String
  }

  static let headerByteCount = 512
  static let longestProfile = 1 << 20
  private static let magic = Array("GKTHUMB1".utf8)
  private static let headerChecked = 16..<headerByteCount
  private static let keyPlace = 72
  /// The longest side: longer than any thumbnail's, and short enough for products of sides to be numbers.
  static let longestSide = 1 << 20

  package let size: PixelSize
  /// The pixels' colour profile; `nil` for sRGB.
  package let colorProfile: ColorProfile?
  /// The original that the picture was made from.
  let original: OriginalState
  let key: [UInt8]

  static func byteCount(of size: PixelSize, profile: ColorProfile? = nil) -> Int {
    headerByteCount + size.decodedByteCount + (profile?.bytes.count ?? 0)
  }

  init(size: PixelSize, colorProfile: ColorProfile?, original: OriginalState, key: ThumbnailKey) {
    self.size = size
    self.colorProfile = colorProfile
    self.original = original
    self.key = key.encoding
  }

  /// Parses bytes that must be exactly one entry, and checks every one of them.
  ///
  /// - Complexity: O(*n*); the bytes are read once.
  package init(parsing bytes: UnsafeRawBufferPointer) throws(Damage) {
    func check(_ holds: Bool, _ fault: @autoclosure () -> String) throws(Damage) {
      if !holds { throw Damage(description: fault()) }
    }
    func checkLength(_ expected: Int, _ holds: Bool) throws(Damage) {
      try check(holds, "expected \(expected) bytes, found \(bytes.count)")
    }
    try checkLength(Self.headerByteCount, bytes.count >= Self.headerByteCount)
    try check(
      unsafe bytes.starts(with: Self.magic), "expected an entry that starts with GKTHUMB1, found other bytes")
    let header = unsafe UnsafeRawBufferPointer(rebasing: bytes[Self.headerChecked])
    try check(
      unsafe bytes.number(at: 8) == XXHash64.hash(header),
      "the header (bytes 8 to 511) differs from the written one")
    let (width, height): (UInt32, UInt32) = unsafe (bytes.number(at: 32), bytes.number(at: 36))
    let size = PixelSize(width: Int(width), height: Int(height))
    try check(
      !size.isEmpty && max(size.width, size.height) <= Self.longestSide,
      "expected a thumbnail, found a size of \(size) (byte 32)")
    let profileLength = Int(unsafe bytes.number(at: 40) as UInt32)
    try check(
      profileLength <= Self.longestProfile,
      "expected a profile of at most \(Self.longestProfile) bytes, found \(profileLength) (byte 40)")
    let keyLength = Int(unsafe bytes.number(at: 44) as UInt32)
    try check(
      keyLength <= ThumbnailKey.byteLimit,
      "expected a key of at most \(ThumbnailKey.byteLimit) bytes, found \(keyLength) (byte 44)")
    let pixelsEnd = Self.byteCount(of: size)
    try checkLength(pixelsEnd + profileLength, bytes.count == pixelsEnd + profileLength)
    let pixels = unsafe UnsafeRawBufferPointer(rebasing: bytes[Self.headerByteCount..<pixelsEnd])
    try check(
      unsafe bytes.number(at: 16) == XXHash64.hash(pixels),
      "the pixels (from byte 512 on) differ from the written ones")
    let profile = unsafe UnsafeRawBufferPointer(rebasing: bytes[pixelsEnd...])
    try check(
      unsafe bytes.number(at: 24) == XXHash64.hash(profile),
      "the colour profile (behind the pixels) differs from the written one")
    self.size = size
    original = OriginalState(
      byteCount: unsafe bytes.number(at: 48), modified: unsafe bytes.number(at: 56),
      changed: unsafe bytes.number(at: 64))
    key = unsafe Array(bytes[Self.keyPlace..<Self.keyPlace + keyLength])
    colorProfile = profileLength == 0 ? nil : unsafe ColorProfile(bytes: Array(profile))
  }

  /// The header to write before these pixels.
  func header(of pixels: UnsafeRawBufferPointer) -> [UInt8] {
    let profile = colorProfile?.bytes ?? []
    var checked: [UInt8] = []
    checked.append(number: unsafe XXHash64.hash(pixels))
    checked.append(number: XXHash64.hash(profile))
    checked.append(number: UInt32(size.width))
    checked.append(number: UInt32(size.height))
    checked.append(number: UInt32(profile.count))
    checked.append(number: UInt32(key.count))
    checked.append(number: original.byteCount)
    checked.append(number: original.modified)
    checked.append(number: original.changed)
    checked += key
    checked += [UInt8](repeating: 0, count: Self.headerChecked.count - checked.count)
    var header = Self.magic
    header.append(number: XXHash64.hash(checked))
    return header + checked
  }
}

extension UnsafeRawBufferPointer {
  /// The little-endian number at a byte offset.
  fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(at place: Int) -> Number {
    unsafe Number(littleEndian: loadUnaligned(fromByteOffset: place, as: Number.self))
  }
}
