package import GalleryKit
internal import Support

/// The thumbnail store of a model: the index of a real one, without its files.
package final class ModelThumbnails: Sendable {
  private let index: Locked<ThumbnailIndex>

  /// Makes an empty store.
  package init(byteLimit: Int) { index = Locked(ThumbnailIndex(byteLimit: byteLimit)) }

  /// The stored thumbnail for a key.
  package func stored(for key: ImageKey, of asset: Asset) -> StoredThumbnail {
    guard let key = ThumbnailKey(asset: asset, specification: key.specification) else { return .none }
    return index.withLock { $0.stored(for: key) }
  }

  /// The thumbnail that a real store would give for the job.
  func use(for job: DecodeJob) -> ThumbnailIndex.Entry? {
    guard let key = ThumbnailKey(asset: job.asset, specification: job.specification) else { return nil }
    return index.withLock { job.kind == .image ? $0.use(key) : $0.useNearest(to: key) }
  }

  /// The thumbnail that a real store would write for an image of that size.
  func entry(for job: DecodeJob, size: PixelSize) -> ThumbnailIndex.Entry? {
    guard let key = ThumbnailKey(asset: job.asset, specification: job.specification) else { return nil }
    let entry = ThumbnailIndex.Entry(key, size: size)
    return index.withLock { index in
      entry.byteCount <= index.byteLimit && index.stored(for: key) != .exact ? entry : nil
    }
  }

  /// Stores a thumbnail, and evicts others for it.
  func insert(_ job: DecodeJob, size: PixelSize) {
    guard let entry = entry(for: job, size: size) else { return }
    index.withLock { index in
      _ = index.makeRoom(for: entry.byteCount)
      _ = index.insert(entry)
    }
  }
}
