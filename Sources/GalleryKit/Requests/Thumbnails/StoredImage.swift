internal import Foundation
package import GalleryEngine
internal import Support

/// One image of one asset in a thumbnail store.
package struct StoredImage {
  private let store: ThumbnailStore
  private let asset: Asset
  private let specification: ImageSpecification
  private let key: ThumbnailKey
  /// The original's state before it is decoded.
  private let original: OriginalState

  /// `nil` if there is no store, or if it cannot keep the image.
  package init?(of asset: Asset, as specification: ImageSpecification, in store: ThumbnailStore?) {
    guard let store, let key = ThumbnailKey(asset: asset, specification: specification),
      let original = OriginalState(of: asset)
    else { return nil }
    (self.store, self.asset, self.specification, self.key, self.original) =
      (store, asset, specification, key, original)
  }

  /// The stored image, or for a degraded one the nearest size; `nil` if the store has none.
  package func image(for kind: ImageKey.Kind, ledger: MemoryLedger) -> DecodedImage? {
    switch kind {
    case .image: store.image(for: key, of: original, ledger: ledger)
    case .degraded: store.nearestImage(to: key, of: original, ledger: ledger)
    case .original: nil
    }
  }

  package func keep(_ image: DecodedImage) {
    guard !asset.isInFullSize(image.pixels.size, as: specification) else { return }
    // An image that was decoded while its file was being replaced may show either file; one from the cloud may no longer
    // match the library.
    let file = asset.original
    guard original == OriginalState(of: asset),
      file.remoteURL == nil || OriginalState(path: file.path)?.byteCount == Int64(file.byteCount)
    else { return }
    store.insert(image, for: key, of: original)
  }
}

/// Identifies an original's content: any change to the file changes it.
///
/// Any program can set back sizes and modification times, but not the time of change. For an original in the cloud only
/// the library's information counts, whether or not a local copy exists.
struct OriginalState: Hashable {
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
