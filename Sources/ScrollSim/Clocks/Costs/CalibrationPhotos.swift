internal import Foundation
package import GalleryKit

/// The photos that a cost table is measured on.
package enum CalibrationPhotos {
  private static let interlacedCopies = 4

  /// Makes the photos, or finds them as they were made before.
  ///
  /// - Parameters:
  ///   - count: how many photos to make; progressive ones and PNGs are among a dozen.
  ///   - megapixels: their sizes.
  ///   - folder: photos to measure as well.
  ///   - note: is told what takes long.
  package static func prepare(
    count: Int, megapixels: ClosedRange<Double>, besides folder: String?,
    note: @escaping @Sendable (String) -> Void
  ) throws -> [Asset] {
    let source = SyntheticSource(
      photos: count, distinct: count, megapixels: megapixels, png: 0.2, embeddedThumbnails: 0.5)
    let prepared = try PreparedLibrary.prepare(.synthetic(source), seed: 1, note: note)
    var assets = Array(try prepared.location.open().fetchAssets())
    note("making interlaced copies")
    let plain = assets.filter { $0.original.format == .png }.prefix(interlacedCopies)
    assets += try plain.map { try interlaced($0) }
    if let folder {
      let own = try PreparedLibrary.prepare(.folder(folder), seed: 1, note: note)
      assets += try own.location.open().fetchAssets()
    }
    return assets
  }

  /// A copy of a PNG whose rows come in seven passes; the library does not know of it.
  private static func interlaced(_ asset: Asset) throws -> Asset {
    let path = "\(CacheFolder.path)/costs/interlaced/\(asset.localIdentifier).png"
    if !FileManager.default.fileExists(atPath: path) {
      let specification = ImageSpecification(
        targetSize: asset.pixelSize, contentMode: .aspectFill, resizeMode: .none)
      let picture = try ImageDecoder.decode(
        path: asset.original.path, as: specification, ledger: MemoryLedger())
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(PNGWriter(compression: 3, isInterlaced: true).encode(picture.pixels)).write(
        to: url, options: .atomic)
    }
    let byteCount = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return Asset(
      localIdentifier: "i\(asset.localIdentifier)", pixelSize: asset.pixelSize,
      creationDate: asset.creationDate, modificationDate: asset.modificationDate,
      original: Original(path: path, format: .pngInterlaced, byteCount: byteCount ?? 0))
  }
}
