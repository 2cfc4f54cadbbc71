import Foundation
import GRDB
import GalleryKit
import Support
import TestSupport
import Testing

/// A folder of made-up photos in a temporary place, which goes with the fixture.
///
/// A photo is a text file, `4000×3000`, followed by an EXIF orientation and a capture date if it has them;
/// any other text is a broken photo.
final class LibraryFixture: Sendable {
  struct BrokenPhoto: Error, CustomStringConvertible {
    let description: String
  }

  private let temporary = TemporaryFolder()
  /// The names of the files that were probed, in no order.
  private let probes = Locked<[String]>([])

  /// If this fails, so does what is written there.
  init() { try? makeFolder(folder) }

  var root: String { temporary.path }
  var folder: String { root + "/photos" }
  var catalogue: String { root + "/catalogue/photos.sqlite" }

  func open() throws -> PhotoLibrary { try PhotoLibrary(folder: folder, catalogue: catalogue) }

  /// The library of a client whose user was asked for access and made this decision.
  func client(_ decision: AuthorizationStatus.Decision) async throws -> PhotoLibrary {
    let library = try open(decision)
    try await library.requestAuthorization()
    return library
  }

  /// The library as a client sees it, whose user always makes this decision, and forbids deletions.
  func open(_ decision: AuthorizationStatus.Decision) throws -> PhotoLibrary {
    try open(FixedAnswers(decision, allowsDeletion: false))
  }

  func open(_ prompt: some LibraryPrompting, as client: String = "viewer") throws -> PhotoLibrary {
    try PhotoLibrary(folder: folder, catalogue: catalogue, client: client, prompt: prompt)
  }

  /// The library of the folder's made-up photos, after photos of these names are written.
  func indexed(writing names: [String] = []) throws -> PhotoLibrary {
    for name in names { try write(to: name) }
    let library = try open()
    _ = try library.index(probe: probe)
    return library
  }

  /// The library of a folder with pictures.
  func indexedPictures() throws -> PhotoLibrary {
    let library = try open()
    _ = try library.index()
    return library
  }

  /// Writes a photo, with the modification time in seconds since 1970.
  func write(_ text: String = "40×30", to name: String, modified: Double = 1000) throws {
    let path = folder + "/" + name
    try makeFolder((path as NSString).deletingLastPathComponent)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try setModified(name, modified)
  }

  /// Sets the modification time, in seconds since 1970.
  func setModified(_ name: String, _ seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder + "/" + name)
  }

  /// Writes a file of the folder, with the current time.
  func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder + "/" + name) }

  /// Moves a file within the folder, or out of it, as to `../away.jpg`, so that its inode is not given to another.
  func move(_ name: String, to other: String) throws {
    let target = folder + "/" + other
    try makeFolder((target as NSString).deletingLastPathComponent)
    try FileManager.default.moveItem(atPath: folder + "/" + name, toPath: target)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: target)
  }

  func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Changes the catalogue, whoever has it open.
  func execute(_ sql: String) throws { try DatabaseQueue(path: catalogue).write { try $0.execute(sql: sql) } }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/" + name) }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  /// The names in the folder, or in one of its folders, sorted.
  func names(in place: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/" + place).sorted()
  }

  /// Makes a synthetic library; asset i was taken i minutes after 1970.
  func generate(_ count: Int, over files: Int = 3, isHidden: (Int) -> Bool = { _ in false }) throws
    -> PhotoLibrary
  {
    let names = (0..<files).map { "\($0).jpg" }
    for name in names { try write(to: name) }
    let library = try open()
    try library.refill(
      with: names, probe: probe,
      (0..<count).map { index in
        CatalogueStatement(
          """
          INSERT INTO asset (identifier, file, created, modified, isHidden)
          SELECT ?, id, ?, modified, CAST(? AS INTEGER) FROM file WHERE path = CAST(? AS BLOB)
          """,
          [
            .text(LocalIdentifier.ofSynthetic(index)), .number(Double(index) * 60),
            .number(isHidden(index) ? 1 : 0), .text(names[index % files]),
          ])
      })
    return library
  }

  /// Makes a synthetic library, with its assets, the newest first.
  func generated(_ count: Int, over files: Int = 3) throws -> (library: PhotoLibrary, assets: [Asset]) {
    let library = try generate(count, over: files)
    return (library, Array(try library.fetchAssets()))
  }

  /// The files probed since the last call, sorted.
  func takeProbes() -> [String] {
    probes.withLock { names in
      defer { names = [] }
      return names.sorted()
    }
  }

  var probe: OriginalProbe {
    { [self] path, identity in
      probes.withLock { $0.append(String(path.dropFirst(folder.count + 1))) }
      return try Self.read(path, identity)
    }
  }

  /// Reads made-up photos that also say something else.
  static func reading(_ change: @escaping @Sendable (inout ImageInfo) -> Void) -> OriginalProbe {
    { path, identity in
      var info = try read(path, identity)
      change(&info)
      return info
    }
  }

  static let read: OriginalProbe = { path, _ in
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BrokenPhoto(description: "cannot be opened")
    }
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    let sides = words.first?.split(separator: "×").compactMap { Int($0) } ?? []
    guard sides.count == 2 else { throw BrokenPhoto(description: "not a photo") }
    return ImageInfo(
      storedSize: PixelSize(width: sides[0], height: sides[1]),
      orientation: words.dropFirst().first.flatMap { UInt8($0) }.flatMap(ImageOrientation.init) ?? .up,
      format: path.lowercased().hasSuffix("png") ? .png : .jpegBaseline,
      captureDate: words.dropFirst(2).first.flatMap { Double($0) }.map(Date.init(timeIntervalSince1970:)))
  }
}

extension LibraryError {
  /// The reason of the change at an index of a block; `nil` for any other error.
  func reason(ofChange index: Int) -> String? {
    if case .changeFailed(index, _, let reason) = self { reason } else { nil }
  }
}

extension PhotoLibrary {
  /// The photo of a file.
  func photo(_ name: String) throws -> Asset { try #require(try fetchAssets(ofFile: name).first) }

  /// Makes an album of these photos.
  @discardableResult
  func makeAlbum(_ title: String = "Lisbon", of assets: [Asset] = []) async throws -> AssetCollection {
    var made: LibraryChanges.Placeholder?
    try await performChanges { changes in
      let album = changes.createAlbum(title: title)
      changes.insert(assets, into: album)
      made = album
    }
    let album = try #require(made).localIdentifier
    return try #require(try fetchAlbums(withLocalIdentifiers: [album]).first)
  }

  /// Says that the photo's original is in the cloud.
  func putInCloud(_ asset: Asset) throws {
    try setRemoteURL(URL(string: "https://photos.example/1"), forLocalIdentifier: asset.localIdentifier)
  }

  /// Hides assets from fetches.
  func hide(_ identifiers: some Sequence<String>) throws {
    try apply(
      identifiers.map {
        CatalogueStatement("UPDATE asset SET isHidden = 1 WHERE identifier = ?", [.text($0)])
      })
  }
}

extension PhotoLibrary.IndexReport {
  /// The counts, as in `+3 ~0 -1 =12`.
  var counts: String { "+\(added) ~\(updated) -\(missing) =\(unchanged)" }
  var reasons: [String] { failures.map { "\($0.path): \($0.reason)" } }
}

extension Sequence<Asset> {
  var identifiers: [String] { map(\.localIdentifier) }
  /// The names of the originals.
  var names: [String] { map { ($0.original.path as NSString).lastPathComponent } }
}
