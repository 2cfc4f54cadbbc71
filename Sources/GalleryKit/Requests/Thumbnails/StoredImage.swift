internal import Foundation
package import GalleryEngine
internal import Support

/// One image of one asset in a thumbnail store.
struct StoredImage {
  private let store: ThumbnailStore
  private let asset: Asset
  private let key: ThumbnailKey
  /// The original's state before it is decoded.
  private let original: OriginalState

  /// `nil` if there is no store, or if it cannot keep the image.
  init?(of asset: Asset, as specification: ImageSpecification, in store: ThumbnailStore?) {
    guard let store, let key = ThumbnailKey(asset: asset, specification: specification),
      let original = OriginalState(of: asset)
    else { return nil }
    (self.store, self.asset, self.key, self.original) = (store, asset, key, original)
  }

  /// The stored image, or for a degraded one the nearest size; `nil` if the store has none.
  func image(for kind: ImageKey.Kind, ledger: MemoryLedger) -> DecodedImage? {
    switch kind {
    case .image: store.image(for: key, of: original, ledger: ledger)
    case .degraded: store.nearestImage(to: key, of: original, ledger: ledger)
    case .original: nil
    }
  }

  /// Keeps a decoded image.
  func keep(_ image: DecodedImage) {
    // An image that was decoded while its file was being replaced may show either file; one from the cloud may no longer
    // match the library.
    guard original == OriginalState(of: asset), asset.original.isAsKnown else { return }
    store.insert(image, for: key, of: original)
  }
}

extension ThumbnailStore {
  /// Returns the image of an asset from the store, or else decodes and keeps it.
  ///
  /// ``DecodeThreads`` do the same for a job; this needs no manager.
  ///
  /// - Throws: ``CodecError``, which names the file.
  package func image(
    of asset: Asset, as specification: ImageSpecification, codec: any ImageCodec, ledger: MemoryLedger
  ) throws(CodecError) -> (image: DecodedImage, source: ImageSource) {
    let stored = StoredImage(of: asset, as: specification, in: self)
    if let image = stored?.image(for: .image, ledger: ledger) { return (image, .thumbnailStore) }
    let image = try codec.decode(
      path: asset.original.path, as: specification, adjustments: nil, ledger: ledger)
    stored?.keep(image)
    return (image, .original)
  }

  /// The image of an asset, if the store has it.
  package func storedImage(
    of asset: Asset, as specification: ImageSpecification, ledger: MemoryLedger
  ) -> DecodedImage? {
    StoredImage(of: asset, as: specification, in: self)?.image(for: .image, ledger: ledger)
  }

  /// Keeps an image that was made of the asset's current original.
  package func keep(_ image: DecodedImage, of asset: Asset, as specification: ImageSpecification) {
    StoredImage(of: asset, as: specification, in: self)?.keep(image)
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

  init(byteCount: Int64, modified: Int64, changed: Int64) {
    self.byteCount = byteCount
    self.modified = modified
    self.changed = changed
  }

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
