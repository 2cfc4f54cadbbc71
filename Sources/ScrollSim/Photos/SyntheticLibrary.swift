internal import Foundation
package import GalleryKit
internal import Support

/// Makes photo libraries that look and cost like real ones, the same for the same seed.
///
/// A library has few files and many assets: asset i shows file i mod ``SyntheticSource/distinct``. Every
/// asset has its own identifier, so caches see as many photos as there are assets, while the disk holds few.
package struct SyntheticLibrary: Sendable {
  /// Raised whenever the same source and seed give other photos.
  private static let version = 2
  static let catalogueName = "catalogue.sqlite"
  private static let recipeName = "recipe.txt"
  /// The mean time between photos, in seconds: 5,000 in five years.
  static let secondsBetweenPhotos = 31_557.0
  /// Noon on the first of January 2026.
  static let newest = Date(timeIntervalSince1970: 1_767_268_800)

  package let source: SyntheticSource
  package let seed: UInt64

  package init(_ source: SyntheticSource, seed: UInt64) { (self.source, self.seed) = (source, seed) }

  /// All parameters that decide the library's content.
  private var recipe: String {
    let libraries = ImageLibraries.versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return """
      synthetic library \(Self.version), seed \(seed)
      photos \(source.photos), distinct \(source.distinct), png \(source.png), \
      thumbnails \(source.embeddedThumbnails)
      megapixels \(source.megapixels.lowerBound) to \(source.megapixels.upperBound)
      \(libraries.joined(separator: ", "))

      """
  }

  /// The source and seed of the library in a folder; `nil` if it is not synthetic, or of another version.
  package static func recipe(in folder: String) -> (source: SyntheticSource, seed: UInt64)? {
    guard let text = try? String(contentsOfFile: "\(folder)/\(recipeName)", encoding: .utf8) else {
      return nil
    }
    let words = text.split { " ,\n".contains($0) }.map(String.init)
    func value<Number: LosslessStringConvertible>(after word: String) -> Number? {
      words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? Number(words[$0 + 1]) : nil }
    }
    guard let seed: UInt64 = value(after: "seed"), let photos: Int = value(after: "photos"),
      let distinct: Int = value(after: "distinct"), let png: Double = value(after: "png"),
      let thumbnails: Double = value(after: "thumbnails"), let low: Double = value(after: "megapixels"),
      let high: Double = value(after: "to"), low <= high
    else { return nil }
    let source = SyntheticSource(
      photos: photos, distinct: distinct, megapixels: low...high, png: png, embeddedThumbnails: thumbnails)
    let library = SyntheticLibrary(source, seed: seed)
    // The rest of the text must be the same, too.
    return library.recipe == text ? (source, seed) : nil
  }

  package var name: String { "synthetic-\(fingerprint.prefix(12))" }

  /// A name so short that a file's path with it needs no separate memory: models copy assets all the time.
  var shortName: String { String(fingerprint.prefix(8)) }

  private var fingerprint: String { SHA256.hex(of: Array(recipe.utf8)) }

  /// Makes the library, or opens it if it already exists; `progress` comes from any thread.
  package func make(
    in folder: String, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> PhotoLibrary {
    let place = WholeFolder(
      path: folder, contents: "this synthetic library", marker: (Self.recipeName, recipe))
    if try place.isThere() { return try openWhole(place) }
    try place.make { workshop in
      try catalogue(try makeFiles(in: workshop, progress: progress), in: workshop)
    }
    return try LibraryLocation(folder: folder).open()
  }

  private func openWhole(_ place: WholeFolder) throws -> PhotoLibrary {
    let location = LibraryLocation(folder: place.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    let photos = names.count { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
    guard location.isSynthetic, photos == source.distinct else {
      throw place.taken(
        by: "\(photos) of its \(source.distinct) files and \(location.isSynthetic ? "its" : "no") catalogue")
    }
    let library = try location.open()
    let assets = try library.fetchAssets().count
    guard assets == source.photos else { throw place.taken(by: "\(assets) of its \(source.photos) photos") }
    return library
  }

  private func makeFiles(
    in folder: String, progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> [String] {
    let photos = (0..<source.distinct).map { SyntheticPhoto(number: $0, of: source, seed: seed) }
    let names = photos.enumerated().map {
      String(format: "%04d", $0.offset + 1) + ($0.element.isPNG ? ".png" : ".jpg")
    }
    let texture = NoiseTexture(seed: seed)
    _ = try Array(zip(photos, names)).concurrentMap(progress: progress) { photo, name in
      let bytes = try photo.encode(texture: texture, ledger: MemoryLedger())
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    return names
  }

  /// Writes the assets to the catalogue, the newest first; the time between two ranges from zero to twice the
  /// mean.
  private func catalogue(_ names: [String], in folder: String) throws {
    var generator = SeededGenerator(seed: seed, stream: .max)
    var date = Self.newest
    let dates = (0..<source.photos).map { _ in
      date -= Double(generator.unit()) * 2 * Self.secondsBetweenPhotos
      return date
    }
    let assets = dates.indices.lazy.map { index in
      CatalogueStatement(
        """
        INSERT INTO asset (identifier, file, created, modified)
        SELECT ?, id, ?, modified FROM file WHERE path = CAST(? AS BLOB) AND missingSince IS NULL
        """,
        [
          .text(LocalIdentifier.ofSynthetic(index)), .number(dates[index].timeIntervalSince1970),
          .text(names[index % source.distinct]),
        ])
    }
    try PhotoLibrary(folder: folder, catalogue: "\(folder)/\(Self.catalogueName)")
      .refill(with: names, assets)
  }
}
