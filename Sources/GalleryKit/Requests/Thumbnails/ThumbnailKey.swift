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
  /// The size to fill, in pixels.
  let targetSize: PixelSize

  /// The most bytes of an encoding.
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

  /// Whether both name the same picture in the same size.
  package static func == (left: Self, right: Self) -> Bool { left.encoding == right.encoding }

  /// Combines the two hashes.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(family)
    hasher.combine(variant)
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

/// One image of one asset in a thumbnail store.
package struct StoredImage {
  private let store: ThumbnailStore
  private let asset: Asset
  private let key: ThumbnailKey
  /// The original's state before it is decoded.
  private let original: OriginalState

  /// `nil` if there is no store, or if it cannot keep the image.
  package init?(of asset: Asset, as specification: ImageSpecification, in store: ThumbnailStore?) {
    guard let store, let key = ThumbnailKey(asset: asset, specification: specification),
      let original = OriginalState(of: asset)
    else { return nil }
    (self.store, self.asset, self.key, self.original) = (store, asset, key, original)
  }

  /// The stored image, or for a degraded one the nearest size; `nil` if the store has none.
  package func image(for kind: ImageKey.Kind, ledger: MemoryLedger) -> DecodedImage? {
    switch kind {
    case .image: store.image(for: key, of: original, ledger: ledger)
    case .degraded: store.nearestImage(to: key, of: original, ledger: ledger)
    case .original: nil
    }
  }

  /// Keeps a decoded image.
  package func keep(_ image: DecodedImage) {
    // An image that was decoded while its file was being replaced may show either file; one from the cloud may no longer
    // match the library.
    guard original == OriginalState(of: asset), asset.original.isAsKnown else { return }
    store.insert(image, for: key, of: original)
  }
}

/// Identifies an original's content: any change to the file changes it.
///
/// Any program can set back sizes and modification times, but not the time of change. For an original in the cloud only
/// the library's information counts, whether or not a local copy exists.
struct OriginalState: Hashable {
  /// The file's size in bytes.
  var byteCount: Int64
  /// The content's last modification, in nanoseconds since 1970; in the cloud, the bits of the library's date.
  var modified: Int64
  /// The last change of the content or the attributes, in nanoseconds since 1970; 0 in the cloud.
  var changed: Int64
}

extension OriginalState {
  /// Reads the state from the file system, or from the library for an original in the cloud; `nil` if there is no such file.
  init?(of asset: Asset) {
    guard asset.original.remoteURL != nil else {
      self.init(path: asset.original.path)
      return
    }
    self.init(
      byteCount: Int64(asset.original.byteCount),
      modified: Int64(bitPattern: asset.modificationDate.timeIntervalSince1970.bitPattern), changed: 0)
  }

  /// Reads the state from the file system; `nil` if there is no such file.
  init?(path: String) {
    guard let status = try? FileStatus(of: path) else { return nil }
    self.init(
      byteCount: Int64(status.byteCount), modified: status.modified.nanoseconds,
      changed: status.changed.nanoseconds)
  }
}

extension Original {
  /// Whether the local copy of an original in the cloud has the byte count that the library knows; true for files of a folder.
  var isAsKnown: Bool {
    remoteURL == nil || OriginalState(path: path)?.byteCount == Int64(byteCount)
  }
}
