package import GalleryEngine

/// A stored thumbnail as bytes: a header of 512 bytes, rows of RGBA as a ``PixelBuffer`` has them, and the colour profile
/// if the picture has one.
///
///      0  8  "GKTHUMB1"
///      8  8  XXH64 of the header behind it
///     16  8  XXH64 of the pixels
///     24  8  XXH64 of the profile
///     32  4  width in pixels
///     36  4  height in pixels
///     40  4  bytes of the profile
///     44  4  bytes of the key
///     48 24  the original when it was decoded: its bytes, when it was modified, when it was changed
///     72  …  the key, then zeros
///    512  …  the pixels, then the profile
///
/// Numbers are stored with their lowest byte first.
package struct ThumbnailEntry: Hashable {
  /// Why bytes are no whole entry.
  package enum Damage: Error, Hashable {
    /// There are more or fewer bytes than there should be.
    case length(expected: Int, found: Int)
    /// The first bytes are not the format's.
    case magic
    /// The header's checksum is not that of the header.
    case header
    /// The header says what no entry can say.
    case size(PixelSize)
    case profileLength(Int)
    case keyLength(Int)
    /// The checksum of the pixels is not theirs.
    case pixels
    /// The profile's checksum is not that of the profile.
    case profile
  }

  static let headerByteCount = 512
  /// The most bytes that a stored profile has.
  static let longestProfile = 1 << 20
  private static let magic = Array("GKTHUMB1".utf8)
  private static let headerChecked = 16..<headerByteCount
  private static let keyPlace = 72
  /// Larger than any thumbnail, and small enough for products of sides to be numbers.
  static let longestSide = 1 << 20

  /// The picture's size in pixels.
  package let size: PixelSize
  /// What the pixels' colours mean; `nil` for sRGB.
  package let colorProfile: ColorProfile?
  /// The original that the picture was made of.
  let original: OriginalState
  /// The key's encoding.
  let key: [UInt8]

  /// Bytes of an entry.
  static func byteCount(of size: PixelSize, profile: ColorProfile? = nil) -> Int {
    headerByteCount + size.decodedByteCount + (profile?.bytes.count ?? 0)
  }

  /// Describes a picture that is to be stored.
  init(size: PixelSize, colorProfile: ColorProfile?, original: OriginalState, key: ThumbnailKey) {
    self.size = size
    self.colorProfile = colorProfile
    self.original = original
    self.key = key.encoding
  }

  /// Reads an entry from bytes, all of which it must be, and checks every one of them.
  ///
  /// - Complexity: O(*n*); the bytes are read once.
  package init(parsing bytes: UnsafeRawBufferPointer) throws(Damage) {
    guard bytes.count >= Self.headerByteCount else {
      throw .length(expected: Self.headerByteCount, found: bytes.count)
    }
    guard unsafe bytes.starts(with: Self.magic) else { throw .magic }
    let header = unsafe UnsafeRawBufferPointer(rebasing: bytes[Self.headerChecked])
    guard unsafe bytes.number(at: 8) == XXHash64.hash(header) else { throw .header }
    let (width, height): (UInt32, UInt32) = unsafe (bytes.number(at: 32), bytes.number(at: 36))
    size = PixelSize(width: Int(width), height: Int(height))
    guard !size.isEmpty, max(size.width, size.height) <= Self.longestSide else { throw .size(size) }
    let profileLength = Int(unsafe bytes.number(at: 40) as UInt32)
    guard profileLength <= Self.longestProfile else { throw .profileLength(profileLength) }
    let keyLength = Int(unsafe bytes.number(at: 44) as UInt32)
    guard keyLength <= ThumbnailKey.byteLimit else { throw .keyLength(keyLength) }
    let pixelsEnd = Self.byteCount(of: size)
    guard bytes.count == pixelsEnd + profileLength else {
      throw .length(expected: pixelsEnd + profileLength, found: bytes.count)
    }
    original = OriginalState(
      byteCount: unsafe bytes.number(at: 48), modified: unsafe bytes.number(at: 56),
      changed: unsafe bytes.number(at: 64))
    key = unsafe Array(bytes[Self.keyPlace..<Self.keyPlace + keyLength])
    let pixels = unsafe UnsafeRawBufferPointer(rebasing: bytes[Self.headerByteCount..<pixelsEnd])
    guard unsafe bytes.number(at: 16) == XXHash64.hash(pixels) else { throw .pixels }
    let profile = unsafe UnsafeRawBufferPointer(rebasing: bytes[pixelsEnd...])
    guard unsafe bytes.number(at: 24) == XXHash64.hash(profile) else { throw .profile }
    colorProfile = profileLength == 0 ? nil : unsafe ColorProfile(bytes: Array(profile))
  }

  /// The header to be written before these pixels.
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

extension ThumbnailEntry.Damage: CustomStringConvertible {
  /// What was expected and what was found.
  package var description: String {
    switch self {
    case .length(let expected, let found): "expected \(expected) bytes, found \(found)"
    case .magic: "expected an entry that starts with GKTHUMB1, found other bytes"
    case .header: "the header (bytes 8 to 511) is not what was written"
    case .size(let size): "expected a thumbnail, found a size of \(size) (byte 32)"
    case .profileLength(let count):
      "expected a profile of at most \(ThumbnailEntry.longestProfile) bytes, found \(count) (byte 40)"
    case .keyLength(let count):
      "expected a key of at most \(ThumbnailKey.byteLimit) bytes, found \(count) (byte 44)"
    case .pixels: "the pixels (from byte 512 on) are not what was written"
    case .profile: "the colour profile (behind the pixels) is not what was written"
    }
  }
}
