internal import Foundation
package import GalleryEngine

/// What a stored thumbnail is of: the content of an original, and the image wanted of it.
///
/// The content is the asset's identifier, its original's size in bytes and when it was last changed, the asset's edits and
/// how often its looks have changed, so that a changed original has other keys, and so has a changed photo. The encoding is the store's own, versioned, and the same in every process and on every
/// machine.
package struct ThumbnailKey: Hashable, Sendable {
  /// The key spelt out; entries carry it, so that no picture is given out on the word of a hash.
  let encoding: [UInt8]
  /// A hash of the content and of what of the picture is shown: keys of one family differ in size only.
  let family: UInt64
  /// A hash of the rest.
  let variant: UInt64
  /// How many bytes of the encoding are common to the family.
  private let familyByteCount: Int
  /// The size to fill, in pixels.
  let targetSize: PixelSize

  /// The most bytes that an encoding has.
  static let byteLimit = 256

  /// Counts changes to what a key means, or to what decoders make of an original: with another number, all that was
  /// stored before is of no use any more.
  private static let version: UInt8 = 1

  /// Makes a key; `nil` for a picture in full size, which is no thumbnail.
  ///
  /// - Complexity: O(1); well under a microsecond.
  package init?(asset: Asset, specification: ImageSpecification) {
    let identifier = asset.localIdentifier.utf8
    guard specification.resizeMode != .none, identifier.count <= UInt8.max else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(96)
    bytes.append(Self.version)
    bytes.append(UInt8(identifier.count))
    bytes += identifier
    bytes.append(number: UInt64(bitPattern: Int64(asset.original.byteCount)))
    bytes.append(number: asset.modificationDate.timeIntervalSinceReferenceDate.bitPattern)
    bytes.append(specification.contentMode.code)
    bytes.append(specification.colorMode.code)
    let crop = specification.cropRect
    if crop != .whole {
      for length in [crop.x, crop.y, crop.width, crop.height] { bytes.append(number: length.bitPattern) }
    }
    // What was never edited has the keys that it had before there were edits.
    if asset.contentRevision != 0 {
      bytes.append(1)
      bytes.append(number: UInt64(bitPattern: Int64(asset.contentRevision)))
    }
    if let adjustments = asset.adjustments { bytes += adjustments.encoding }
    let common = bytes.count
    bytes.append(specification.resizeMode.code)
    bytes.append(number: UInt64(bitPattern: Int64(specification.targetSize.width)))
    bytes.append(number: UInt64(bitPattern: Int64(specification.targetSize.height)))
    guard bytes.count <= Self.byteLimit else { return nil }
    encoding = bytes
    familyByteCount = common
    family = XXHash64.hash(bytes[..<common])
    variant = XXHash64.hash(bytes[common...])
    targetSize = specification.targetSize
  }

  /// What the encodings of a family begin with.
  var familyEncoding: ArraySlice<UInt8> { encoding[..<familyByteCount] }

  /// Whether both are the same picture in the same size.
  package static func == (left: Self, right: Self) -> Bool { left.encoding == right.encoding }

  /// Hashes the hashes.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(family)
    hasher.combine(variant)
  }
}

extension ContentMode {
  /// Never changed, since it is stored.
  fileprivate var code: UInt8 {
    switch self {
    case .aspectFit: 1
    case .aspectFill: 2
    }
  }
}

extension ColorMode {
  /// Never changed, since it is stored.
  fileprivate var code: UInt8 {
    switch self {
    case .sRGB: 1
    case .asTagged: 2
    }
  }
}

extension ResizeMode {
  /// Never changed, since it is stored.
  fileprivate var code: UInt8 {
    switch self {
    case .none: 1
    case .fast: 2
    case .exact: 3
    }
  }
}

extension Adjustments {
  /// Never changed, since it is stored.
  fileprivate var encoding: [UInt8] {
    var bytes: [UInt8] = [2, UInt8(quarterTurns) | (isMirrored ? 4 : 0) | (cropRect == .whole ? 0 : 8)]
    let crop = cropRect == .whole ? [] : [cropRect.x, cropRect.y, cropRect.width, cropRect.height]
    for value in [exposure, contrast, saturation] + crop { bytes.append(number: value.bitPattern) }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number, its lowest byte first.
  mutating func append(number: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }
}
