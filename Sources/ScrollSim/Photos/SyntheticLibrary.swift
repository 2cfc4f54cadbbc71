internal import Foundation
package import GalleryKit
internal import Support

/// Makes photo libraries that look and cost like real ones, the same for the same seed.
///
/// A library has few files and many assets: asset i shows file i mod ``SyntheticSource/distinct``. Every asset has
/// an identifier of its own, so caches see as many photos as there are assets, while the disk holds few.
package struct SyntheticLibrary: Sendable {
  /// Raised whenever the same source and seed give other photos.
  private static let version = 2
  /// The catalogue's file, in the library's folder.
  static let catalogueName = "catalogue.sqlite"
  private static let recipeName = "recipe.txt"
  /// The mean time between photos, in seconds: 5,000 in five years.
  static let secondsBetweenPhotos = 31_557.0
  /// The date of the newest photo: noon on the first of January 2026.
  static let newest = Date(timeIntervalSince1970: 1_767_268_800)

  /// The library's properties.
  package let source: SyntheticSource
  /// The seed of every random choice.
  package let seed: UInt64

  package init(_ source: SyntheticSource, seed: UInt64) {
    self.source = source
    self.seed = seed
  }

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

  /// A folder name for the library, different for every other library.
  package var name: String { "synthetic-\(fingerprint.prefix(12))" }

  /// A name short enough that a file's path with it takes no memory of its own: models copy assets all the time.
  var shortName: String { String(fingerprint.prefix(8)) }

  private var fingerprint: String { SHA256.hex(of: Array(recipe.utf8)) }

  /// Makes the library, or opens it if it already exists.
  ///
  /// It is made in a folder beside its place and moved there when it is whole, so that an interrupted attempt leaves
  /// nothing that passes for it.
  ///
  /// - Parameters:
  ///   - folder: the library's place.
  ///   - progress: receives the number of files made and of all files, from any thread.
  package func make(
    in folder: String, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> PhotoLibrary {
    let files = FileManager.default
    let marker = "\(folder)/\(Self.recipeName)"
    if files.fileExists(atPath: marker) {
      let found = try String(contentsOfFile: marker, encoding: .utf8)
      guard found == recipe else { throw SyntheticLibraryError(folder: folder, reason: "another library") }
      return try openWhole(folder)
    }
    guard try !files.fileExists(atPath: folder) || files.contentsOfDirectory(atPath: folder).isEmpty else {
      throw SyntheticLibraryError(folder: folder, reason: "other files")
    }
    removeLeftovers(beside: folder)
    let workshop = "\(folder).\(ProcessInfo.processInfo.processIdentifier).part"
    defer { try? files.removeItem(atPath: workshop) }
    try files.createDirectory(atPath: workshop, withIntermediateDirectories: true)
    let names = try makeFiles(in: workshop, progress: progress)
    try catalogue(names, in: workshop)
    try OutputFile("\(workshop)/\(Self.recipeName)").write([UInt8](recipe.utf8))
    // Removes only an empty folder: another process may have made the same library meanwhile, and use it.
    _ = unsafe rmdir(folder)
    do {
      try files.moveItem(atPath: workshop, toPath: folder)
    } catch  where files.fileExists(atPath: marker) {
      // Another process made the same library meanwhile.
    }
    return try LibraryLocation(folder: folder).open()
  }

  /// Removes the leftovers of interrupted attempts: workshops whose process no longer exists, or was this one.
  private func removeLeftovers(beside folder: String) {
    let place = URL(fileURLWithPath: folder)
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: place.deletingLastPathComponent().path)) ?? []
    for name in names where name.hasPrefix("\(place.lastPathComponent).") && name.hasSuffix(".part") {
      let maker = Int32(name.dropFirst(place.lastPathComponent.count + 1).dropLast(".part".count))
      guard let maker, maker == getpid() || kill(maker, 0) != 0 && errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: place.deletingLastPathComponent().appending(path: name))
    }
  }

  /// Opens a library that was made before, if it is still complete.
  private func openWhole(_ folder: String) throws -> PhotoLibrary {
    let location = LibraryLocation(folder: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let photos = names.count { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
    guard location.isSynthetic, photos == source.distinct else {
      throw SyntheticLibraryError(
        folder: folder,
        reason:
          "\(photos) of its \(source.distinct) files and \(location.isSynthetic ? "its" : "no") catalogue")
    }
    let library = try location.open()
    let assets = try library.fetchAssets().count
    guard assets == source.photos else {
      throw SyntheticLibraryError(folder: folder, reason: "\(assets) of its \(source.photos) photos")
    }
    return library
  }

  /// Makes the files on all cores, and returns their names.
  private func makeFiles(
    in folder: String, progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> [String] {
    let photos = (0..<source.distinct).map { SyntheticPhoto(number: $0, of: source, seed: seed) }
    let names = photos.enumerated().map {
      String(format: "%04d", $0.offset + 1) + ($0.element.isPNG ? ".png" : ".jpg")
    }
    let texture = NoiseTexture(seed: seed)
    let made = Locked(0)
    _ = try Array(zip(photos, names)).concurrentMap { photo, name in
      let bytes = try photo.encode(texture: texture, ledger: MemoryLedger())
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      let done = made.withLock { made in
        made += 1
        return made
      }
      progress(done, source.distinct)
    }
    return names
  }

  /// Enters the assets, the newest first; the time between two ranges from zero to twice the mean.
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

/// The place of a synthetic library holds something else.
package struct SyntheticLibraryError: Error, CustomStringConvertible {
  let folder: String
  let reason: String

  package var description: String {
    "\(folder): expected this synthetic library or nothing, found \(reason); name another folder, or move it away"
  }
}
