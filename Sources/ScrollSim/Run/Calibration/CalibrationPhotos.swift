internal import Foundation
package import GalleryKit
internal import Support

/// The photos that a cost table is measured on.
package struct CalibrationPhotos {
  /// The photos that the formula is made from.
  package var assets: [Asset]
  /// The folder that was asked for, or else that of the photos that were made.
  package var location: LibraryLocation
  /// Photos whose own costs are measured in addition to the formula: the shipped scenarios', and a folder's.
  package var own: [Asset] = []
  /// The shipped scenarios' photos as a model has them, without files, by the path of the file.
  package var modelled: [String: Asset] = [:]

  private static let copies = 4
  /// The qualities of progressive copies: one photo in eight is progressive, too few for a formula.
  ///
  /// At an eighth, photos of high quality need their first scan alone, others nearly all.
  private static let qualities = stride(from: 40, to: 95, by: 4)
  /// The most photos of a folder that are measured in every mode and size: they take a minute, where thousands would take hours.
  private static let mostOwn = 64
  /// The most photos of a folder whose own costs are measured, in a few minutes.
  package static let mostKnown = 1000

  /// Makes the photos, or finds the ones made earlier; a dozen includes progressive ones and PNGs.
  package static func prepare(
    count: Int, megapixels: ClosedRange<Double>, besides folder: String?,
    note: @escaping @Sendable (String) -> Void
  ) throws -> CalibrationPhotos {
    let source = SyntheticSource(
      photos: count, distinct: count, megapixels: megapixels, png: 0.2, embeddedThumbnails: 0.5)
    let prepared = try PreparedLibrary.prepare(.synthetic(source), seed: 1, note: note)
    var assets = Array(try prepared.location.open().fetchAssets())
    note("making copies in other formats")
    let plain = assets.filter { $0.original.format == .png }.prefix(copies)
    assets += try plain.map { asset in
      try copy(asset, as: .pngInterlaced) {
        try PictureWriter.png(compression: 3, isInterlaced: true).encode($0)
      }
    }
    // Without thumbnails, since first scans make the degraded image only of photos without one.
    let baseline = assets.filter { $0.original.format == .jpegBaseline }
    assets += try zip(baseline, qualities).map { asset, quality in
      try copy(asset, as: .jpegProgressive, named: "q\(quality)") {
        try PictureWriter.jpeg(quality: quality, isProgressive: true).encode($0)
      }
    }
    var photos = CalibrationPhotos(assets: assets, location: prepared.location)
    try photos.addShipped(note: note)
    if let folder {
      let own = try PreparedLibrary.prepare(.folder(folder), seed: 1, note: note)
      var generator = SeededGenerator(seed: 1)
      photos.location = own.location
      let found = try own.location.open().fetchAssets().shuffled(using: &generator).prefix(mostKnown)
      photos.assets += found.prefix(mostOwn)
      photos.own += found
    }
    return photos
  }

  /// Adds the files of `fling`, which nearly all shipped scenarios share.
  private mutating func addShipped(note: @escaping @Sendable (String) -> Void) throws {
    let fling = try ScenarioFile.parse(ShippedScenarios.file(named: "fling") ?? [], path: "fling")
    guard case .synthetic(let source) = fling.library else { return }
    let prepared = try PreparedLibrary.prepare(fling.library, seed: fling.seed, note: note)
    // The first assets have one file each.
    own = Array(try prepared.location.open().fetchAssets().prefix(source.distinct))
    for (asset, model) in zip(own, SyntheticAssets(source, seed: fling.seed)) {
      modelled[asset.original.path] = model
    }
  }

  /// A copy in another format; the library does not know of it.
  static func copy(
    _ asset: Asset, as format: ImageFormat, named name: String = "", encode: (PixelBuffer) throws -> [UInt8]
  ) throws -> Asset {
    // Photos that were made have the same identifiers in every library.
    let library = URL(fileURLWithPath: asset.original.path).deletingLastPathComponent().lastPathComponent
    let path = "\(CacheFolder.path)/costs/\(format.rawValue)\(name)/\(library)/\(asset.localIdentifier)"
    if !FileManager.default.fileExists(atPath: path) {
      let specification = ImageSpecification(
        targetSize: asset.pixelSize, contentMode: .aspectFill, resizeMode: .none)
      let picture = try ImageDecoder.decode(
        path: asset.original.path, as: specification, ledger: MemoryLedger())
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      try OutputFile(path).write(encode(picture.pixels))
    }
    let byteCount = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return Asset(
      localIdentifier: "\(format.rawValue)\(name)-\(asset.localIdentifier)", pixelSize: asset.pixelSize,
      creationDate: asset.creationDate, modificationDate: asset.modificationDate,
      original: Original(path: path, format: format, byteCount: byteCount ?? 0))
  }
}
