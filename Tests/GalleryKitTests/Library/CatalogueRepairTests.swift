import Foundation
import GalleryKit
import TestSupport
import Testing

/// A catalogue with damaged pages: the findings of a check, and the data that a repair keeps.
@Suite struct `A damaged catalogue` {
  private let fixture: LibraryFixture
  private static let count = 600

  /// Six hundred photos; every third is a favourite and in an album.
  init() async throws {
    fixture = try LibraryFixture()
    for number in 0..<Self.count {
      try fixture.write("40×30 1 \(1000 + number)", to: String(format: "%04d.jpg", number))
    }
    let library = try fixture.open()
    _ = try library.index(probe: fixture.probe)
    let assets = try library.fetchAssets()
    let marked = assets.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
    try await library.performChanges { changes in
      let album = changes.createAlbum(title: "Lisbon")
      changes.insert(marked, into: album)
      for asset in marked { changes.setFavorite(true, asset) }
    }
  }

  private func marks(_ library: PhotoLibrary) throws -> [String: String] {
    var options = FetchOptions()
    options.predicate = .where { $0.isFavorite }
    let favourites = try library.fetchAssets(options)
    return Dictionary(uniqueKeysWithValues: zip(favourites.names, favourites.identifiers))
  }

  private func album(_ library: PhotoLibrary) throws -> [String] {
    guard let album = try library.fetchAlbums().first else { return [] }
    return try library.fetchAssets(in: album).names
  }

  /// Overwrites pages of the catalogue's file, which no process may have open.
  private func damage(_ pages: some Sequence<Int>, with byte: UInt8 = 0xa5) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: fixture.catalogue))
    for page in pages where (page + 1) * 4096 <= data.count {
      data.replaceSubrange(page * 4096..<page * 4096 + 200, with: repeatElement(byte, count: 200))
    }
    try data.write(to: URL(fileURLWithPath: fixture.catalogue))
  }

  /// The pages that hold photos, by name or by identifier: those of tables and of indexes.
  private func photoPages(_ words: [String]) throws -> [Int] {
    let data = try Data(contentsOf: URL(fileURLWithPath: fixture.catalogue))
    return (1..<data.count / 4096).filter { page in
      let part = data[page * 4096..<(page + 1) * 4096]
      return words.contains { part.range(of: Data($0.utf8)) != nil }
    }
  }

  @Test func `that is none is sound, and a repair of it loses nothing`() throws {
    #expect(try PhotoLibrary.check(catalogue: fixture.catalogue).problems == [])
    let before = try (marks(fixture.open()), album(fixture.open()))
    let repair = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(repair.failures == [:])
    #expect(repair.kept["asset"] == Self.count && repair.kept["file"] == Self.count)
    #expect(repair.kept["member"] == Self.count / 3)
    let library = try fixture.open()
    #expect(try marks(library) == before.0)
    #expect(try album(library) == before.1)
    // Every file is read again, and is as it was.
    #expect(try library.index(probe: fixture.probe).counts == "+0 ~\(Self.count) -0 =0")
    #expect(fixture.takeProbes().count >= Self.count)
    #expect(try marks(library) == before.0)
  }

  @Test(arguments: 0..<(LongTests.areWanted ? 12 : 3))
  func `gives what can be read, and is sound again`(seed: Int) throws {
    let known = try marks(fixture.open())
    var generator = Shuffler(seed: UInt64(seed) + 1)
    let pages = try photoPages([".jpg"] + Array(known.values)).filter { _ in generator.next(4) == 0 }
    try damage(pages, with: UInt8.random(in: 0...255, using: &generator))
    let check = try PhotoLibrary.check(catalogue: fixture.catalogue)
    try #require(!check.isSound, "pages \(pages)")

    let repair = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(try PhotoLibrary.check(catalogue: fixture.catalogue).problems == [])
    #expect(FileManager.default.fileExists(atPath: repair.damaged))
    let library = try fixture.open()
    let report = try library.index(
      PhotoLibrary.IndexOptions(acceptsMissing: true), probe: fixture.probe)
    #expect(report.failed == 0)
    let assets = try library.fetchAssets()
    // Every photo exists once, whatever was lost; everything known about one is true.
    #expect(assets.names.sorted() == (0..<Self.count).map { String(format: "%04d.jpg", $0) })
    let kept = try marks(library)
    #expect(kept.allSatisfy { known[$0.key] == $0.value })
    #expect(Set(try album(library)).isSubset(of: Set(known.keys)))
    #expect(try PhotoLibrary.check(catalogue: fixture.catalogue).problems == [])
  }

  @Test func `that lost one page of photos keeps the marks of all others`() throws {
    let known = try marks(fixture.open())
    let middle = try #require(try fixture.open().fetchAssets(ofFile: "0300.jpg").first).localIdentifier
    try damage(try photoPages([middle]).prefix(1))
    let repair = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(try #require(repair.kept["asset"]) > Self.count / 2)
    let kept = try marks(fixture.open())
    #expect(kept.count > known.count / 2)
    #expect(kept.allSatisfy { known[$0.key] == $0.value })
  }

  @Test func `of which not even the tables are known gives its rows`() throws {
    let known = try (marks(fixture.open()), album(fixture.open()))
    try damage(try photoPages(["CREATE TABLE"]))
    #expect(try !PhotoLibrary.check(catalogue: fixture.catalogue).isSound)
    let repair = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(repair.kept["asset"] == Self.count && repair.kept["file"] == Self.count)
    let library = try fixture.open()
    #expect(try marks(library) == known.0)
    #expect(try album(library) == known.1)
  }

  @Test func `is set aside under a name that is free`() throws {
    let first = try PhotoLibrary.repair(catalogue: fixture.catalogue).damaged
    let second = try PhotoLibrary.repair(catalogue: fixture.catalogue).damaged
    #expect(first == fixture.catalogue + ".damaged" && second == fixture.catalogue + ".damaged-2")
  }

  @Test func `that another process has open takes no change any more`() async throws {
    let other = try fixture.open()
    let assets = try other.fetchAssets()
    _ = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    await #expect(throws: LibraryError.catalogueReplaced(fixture.catalogue)) {
      try await other.performChanges { $0.setFavorite(true, assets[1]) }
    }
  }

  @Test func `is told from a file that is none, and from nothing`() throws {
    let text = fixture.root + "/diary.txt"
    try Data(String(repeating: "Dear diary, ", count: 100).utf8).write(to: URL(fileURLWithPath: text))
    #expect(throws: LibraryError.notACatalogue(text)) { try PhotoLibrary.check(catalogue: text) }
    #expect(throws: LibraryError.self) { try PhotoLibrary.repair(catalogue: text) }
    #expect(FileManager.default.fileExists(atPath: text))
    #expect(!FileManager.default.fileExists(atPath: text + ".repaired"))
    #expect(throws: LibraryError.self) { try PhotoLibrary.check(catalogue: fixture.root + "/none") }
  }
}
