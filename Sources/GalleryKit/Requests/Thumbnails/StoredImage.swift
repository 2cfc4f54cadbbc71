internal import Foundation
package import GalleryEngine
internal import SystemCalls

/// What a thumbnail store has to do with one image of one asset.
struct StoredImage {
  private let store: ThumbnailStore
  private let asset: Asset
  private let key: ThumbnailKey
  /// The original before it is decoded.
  private let original: OriginalState

  /// `nil` if there is no store, or nothing for it to do.
  init?(of asset: Asset, as specification: ImageSpecification, in store: ThumbnailStore?) {
    guard let store, let key = ThumbnailKey(asset: asset, specification: specification),
      let original = OriginalState(of: asset)
    else { return nil }
    (self.store, self.asset, self.key, self.original) = (store, asset, key, original)
  }

  /// The image itself, or as a degraded image the nearest size; `nil` if the store has none.
  func image(for kind: ImageKey.Kind, ledger: MemoryLedger) -> DecodedImage? {
    switch kind {
    case .image: store.image(for: key, of: original, ledger: ledger)
    case .degraded: store.nearestImage(to: key, of: original, ledger: ledger)
    case .original: nil
    }
  }

  /// Keeps the image that was decoded.
  func keep(_ image: DecodedImage) {
    // What was decoded while the file was being replaced may be of either; what came from the cloud may not be what the
    // library knows any more.
    guard original == OriginalState(of: asset), asset.original.isAsKnown else { return }
    store.insert(image, for: key, of: original)
  }
}

extension ThumbnailStore {
  /// The image of an asset from the store, or else decoded, and kept for the next time.
  ///
  /// What ``DecodeThreads`` do for a job, without a manager.
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

  /// The image of an asset if the store has it.
  package func storedImage(
    of asset: Asset, as specification: ImageSpecification, ledger: MemoryLedger
  ) -> DecodedImage? {
    StoredImage(of: asset, as: specification, in: self)?.image(for: .image, ledger: ledger)
  }

  /// Keeps an image that was made of the asset's original as it is now.
  package func keep(_ image: DecodedImage, of asset: Asset, as specification: ImageSpecification) {
    StoredImage(of: asset, as: specification, in: self)?.keep(image)
  }
}

/// Identifies an original's content: any change of the file changes it.
///
/// Sizes and times of modification can be set back by any program; the time of change cannot. Of an original in the cloud
/// there is only what the library says, whether or not a copy of it is here.
struct OriginalState: Hashable {
  /// The file's bytes.
  var byteCount: Int64
  /// When its content was last modified, in nanoseconds since 1970.
  var modified: Int64
  /// When its content or its attributes were last changed, in nanoseconds since 1970.
  var changed: Int64

  init(byteCount: Int64, modified: Int64, changed: Int64) {
    self.byteCount = byteCount
    self.modified = modified
    self.changed = changed
  }

  /// Asks the file system, or of an original in the cloud, the library; `nil` if there is no such file.
  init?(of asset: Asset) {
    guard asset.original.remoteURL != nil else {
      self.init(path: asset.original.path)
      return
    }
    self.init(
      byteCount: Int64(asset.original.byteCount),
      modified: Int64(bitPattern: asset.modificationDate.timeIntervalSince1970.bitPattern), changed: 0)
  }

  /// Asks the file system; `nil` if there is no such file.
  init?(path: String) {
    guard let status = try? FileStatus(of: path) else { return nil }
    self.init(
      byteCount: Int64(status.byteCount), modified: status.modified.nanoseconds,
      changed: status.changed.nanoseconds)
  }
}

extension Original {
  /// Whether the copy of an original in the cloud has as many bytes as the library knows of; true for files of a folder.
  var isAsKnown: Bool {
    remoteURL == nil || OriginalState(path: path)?.byteCount == Int64(byteCount)
  }
}
