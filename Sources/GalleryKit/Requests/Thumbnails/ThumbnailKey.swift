internal import Foundation
package import GalleryEngine
internal import Support

/// Identifies a stored thumbnail by the content of an original and the wanted image of it.
///
/// The content is the asset's identifier, its original's size in bytes and modification date, the asset's edits, and the
/// number of changes to its look, so that a changed original or a changed photo has other keys. The encoding is the
/// store's own, versioned, and the same in every process and on every machine.
package struct ThumbnailKey: Hashable, Sendable {
  /// The full key; entries carry it, so that a hash alone never identifies a picture.
  let encoding: [UInt8]
  /// A hash of the content and of the shown part: keys of one family differ in size and resize mode only.
  let family: UInt64
  /// A hash of the rest.
  let variant: UInt64
  /// The number of bytes of the encoding that the family has in common.
  private let familyByteCount: Int
  let targetSize: PixelSize

  static let byteLimit = 256

  /// Counts changes to the meaning of a key or to the decoders' results; a new number invalidates all stored thumbnails.
  private static let version: UInt8 = 2

  /// Makes a key; `nil` for a picture in full size, which is no thumbnail, and for a key above `byteLimit`.
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
    // A word ends with a zero.
    bytes += specification.contentMode.rawValue.utf8 + [0] + specification.colorMode.rawValue.utf8 + [0]
    let crop = specification.cropRect
    if crop != .whole {
      for length in [crop.x, crop.y, crop.width, crop.height] { bytes.append(number: length.bitPattern) }
    }
    // A photo that was never edited has the same key as before edits existed.
    if asset.contentRevision != 0 {
      bytes.append(1)
      bytes.append(number: UInt64(bitPattern: Int64(asset.contentRevision)))
    }
    if let adjustments = asset.adjustments { bytes += adjustments.encoding }
    let common = bytes.count
    bytes += specification.resizeMode.rawValue.utf8 + [0]
    bytes.append(number: UInt64(bitPattern: Int64(specification.targetSize.width)))
    bytes.append(number: UInt64(bitPattern: Int64(specification.targetSize.height)))
    guard bytes.count <= Self.byteLimit else { return nil }
    encoding = bytes
    familyByteCount = common
    family = XXHash64.hash(bytes[..<common])
    variant = XXHash64.hash(bytes[common...])
    targetSize = specification.targetSize
  }

  /// The common start of a family's encodings.
  var familyEncoding: ArraySlice<UInt8> { encoding[..<familyByteCount] }
}

extension Asset {
  /// Whether an image of this size is no thumbnail: more than a megapixel, and not reduced from the wanted part of the picture.
  package func isInFullSize(_ size: PixelSize, as specification: ImageSpecification) -> Bool {
    guard size.megapixels > 1 else { return false }
    let whole = DecodePlan.outputSize(
      storedSize: storedSize, orientation: orientation, format: original.format,
      as: ImageSpecification(targetSize: .maximum, cropRect: specification.cropRect), adjustments: adjustments
    )
    return !whole.isEmpty && (size.width >= whole.width || size.height >= whole.height)
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
