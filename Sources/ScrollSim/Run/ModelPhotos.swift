internal import GalleryKit

/// A scenario's photos as model mode needs them: the facts about each that are known without opening a file.
package struct ModelPhotos: Sendable {
  /// The photos.
  package let assets: StageAssets
  /// The photos' record in a result.
  package let record: LibraryRecord
  /// See ``PreparedLibrary``.
  package let notices: [String]

  /// Computes a synthetic library, or opens a folder's catalogue, indexing new files.
  ///
  /// - Throws: an error that names the folder and the remedy.
  package static func prepare(
    _ source: LibrarySource, seed: UInt64, note: @escaping @Sendable (String) -> Void
  ) throws -> ModelPhotos {
    switch source {
    case .folder:
      let photos = try PreparedLibrary.prepare(source, seed: seed, note: note)
      return ModelPhotos(
        assets: try StageAssets(photos.location), record: photos.record, notices: photos.notices)
    case .synthetic(let source):
      let assets = SyntheticAssets(source, seed: seed)
      return ModelPhotos(assets: .synthetic(assets), record: assets.record, notices: [])
    }
  }
}

extension SyntheticAssets {
  /// The library's record in a result.
  fileprivate var record: LibraryRecord {
    let files = prefix(distinct)
    let words = files.map { asset in
      "\(asset.pixelSize) \(asset.orientation.rawValue) \(asset.original.format.rawValue) "
        + "\(asset.original.byteCount) \(asset.original.hasEmbeddedThumbnail)"
    }
    return LibraryRecord(
      photos: count, distinct: distinct, bytes: files.reduce(0) { $0 + $1.original.byteCount },
      sha256: SHA256.hex(of: Array("\(count)\n\(words.joined(separator: "\n"))".utf8)))
  }
}
