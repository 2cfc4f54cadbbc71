import Foundation
import GRDB
import GalleryKit
import TestSupport
import Testing

extension LibraryFixture {
  /// Makes a library of photos with names of that many digits, of which every third is a favourite and in an
  /// album.
  fileprivate func makeMarked(
    _ count: Int, digits: Int, from first: Int
  ) async throws -> ([Asset], PhotoLibrary) {
    for number in 0..<count {
      try write("40×30 1 \(1000 + number)", to: String(format: "%0\(digits)d.jpg", number))
    }
    let library = try indexed()
    let marked = try library.fetchAssets().enumerated().filter { $0.offset % 3 == first }.map(\.element)
    try await library.makeAlbum(of: marked)
    try await library.performChanges { changes in
      for asset in marked { changes.setFavorite(true, asset) }
    }
    return (marked, library)
  }
}

extension PhotoLibrary {
  /// The identifiers of the favourites, by name.
  fileprivate var favourites: [String: String] {
    get throws {
      let found = try fetchAssets(in: AssetCollection.SmartAlbum.favorites.collection)
      return Dictionary(uniqueKeysWithValues: zip(found.names, found.identifiers))
    }
  }

  /// The photos of the album.
  fileprivate var members: [Asset] {
    get throws { try fetchAlbums().first.map { Array(try fetchAssets(in: $0)) } ?? [] }
  }
}

/// A catalogue with damaged pages: the findings of a check, and the data that a repair keeps.
@Suite struct `A damaged catalogue` {
  private let fixture = LibraryFixture()
  private static let count = 600

  init() async throws { _ = try await fixture.makeMarked(Self.count, digits: 4, from: 0) }

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

  @Test func `that is not damaged is sound, and a repair of it loses nothing`() throws {
    #expect(try PhotoLibrary.check(catalogue: fixture.catalogue).problems == [])
    let before = try (fixture.open().favourites, fixture.open().members.names)
    let repair = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(repair.failures == [:])
    #expect(repair.kept["asset"] == Self.count && repair.kept["file"] == Self.count)
    #expect(repair.kept["member"] == Self.count / 3)
    let library = try fixture.open()
    #expect(try library.favourites == before.0)
    #expect(try library.members.names == before.1)
    // Every file is read again, and is as it was.
    #expect(try library.index(probe: fixture.probe).counts == "+0 ~\(Self.count) -0 =0")
    #expect(fixture.takeProbes().count >= Self.count)
    #expect(try library.favourites == before.0)
  }

  @Test(arguments: 0..<(LongTests.areWanted ? 12 : 3))
  func `gives what can be read, and is sound again`(seed: Int) throws {
    let known = try fixture.open().favourites
    var generator = Shuffler(seed: UInt64(seed) + 1)
    let pages = try photoPages([".jpg"] + Array(known.values)).filter { _ in generator.next(4) == 0 }
    try damage(pages, with: UInt8.random(in: 0...255, using: &generator))
    let check = try PhotoLibrary.check(catalogue: fixture.catalogue)
    try #require(!check.isSound, "pages \(pages)")

    let repair = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(try PhotoLibrary.check(catalogue: fixture.catalogue).problems == [])
    #expect(FileManager.default.fileExists(atPath: repair.damaged))
    let library = try fixture.open()
    let report = try library.index(PhotoLibrary.IndexOptions(acceptsMissing: true), probe: fixture.probe)
    #expect(report.failed == 0)
    let assets = try library.fetchAssets()
    // Every photo exists once, whatever was lost; everything known about one is true.
    #expect(assets.names.sorted() == (0..<Self.count).map { String(format: "%04d.jpg", $0) })
    #expect(try library.favourites.allSatisfy { known[$0.key] == $0.value })
    #expect(Set(try library.members.names).isSubset(of: Set(known.keys)))
    #expect(try PhotoLibrary.check(catalogue: fixture.catalogue).problems == [])
  }

  @Test func `that lost one page of photos keeps the marks of all others`() throws {
    let known = try fixture.open().favourites
    let middle = try fixture.open().photo("0300.jpg").localIdentifier
    try damage(try photoPages([middle]).prefix(1))
    let repair = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(try #require(repair.kept["asset"]) > Self.count / 2)
    let kept = try fixture.open().favourites
    #expect(kept.count > known.count / 2)
    #expect(kept.allSatisfy { known[$0.key] == $0.value })
  }

  @Test func `that lost all records of files keeps a photo in the cloud, where no index looks`() throws {
    let cloud = try fixture.open().photo("0300.jpg")
    try fixture.open().putInCloud(cloud)
    try fixture.remove("0300.jpg")
    var configuration = GRDB.Configuration()
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: fixture.catalogue, configuration: configuration).write { db in
      try db.execute(sql: "DELETE FROM file")
    }
    _ = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    let library = try fixture.open()
    _ = try library.index(PhotoLibrary.IndexOptions(acceptsMissing: true), probe: fixture.probe)
    #expect(try library.summary().missing == 0)
    #expect(try library.asset(withLocalIdentifier: cloud.localIdentifier)?.isRemote == true)
  }

  @Test func `of which not even the tables are known gives its rows`() throws {
    let known = try (fixture.open().favourites, fixture.open().members.names)
    try damage(try photoPages(["CREATE TABLE"]))
    #expect(try !PhotoLibrary.check(catalogue: fixture.catalogue).isSound)
    let repair = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(repair.kept["asset"] == Self.count && repair.kept["file"] == Self.count)
    let library = try fixture.open()
    #expect(try library.favourites == known.0)
    #expect(try library.members.names == known.1)
  }

  @Test func `of which a table is defined differently is not sound, and gives its rows`() throws {
    let known = try (fixture.open().favourites, fixture.open().members.names)
    var data = try Data(contentsOf: URL(fileURLWithPath: fixture.catalogue))
    while let place = data.range(of: Data("title TEXT".utf8)) {
      data.replaceSubrange(place, with: Data("titlf TEXT".utf8))
    }
    try data.write(to: URL(fileURLWithPath: fixture.catalogue))
    let error = #expect(throws: LibraryError.self) { try fixture.open().fetchAlbums() }
    #expect(error?.description.contains("library verify --repair") == true)
    #expect(try !PhotoLibrary.check(catalogue: fixture.catalogue).isSound)
    _ = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(try PhotoLibrary.check(catalogue: fixture.catalogue).problems == [])
    let library = try fixture.open()
    #expect(try library.favourites == known.0)
    #expect(try library.members.names == known.1)
  }

  @Test func `is set aside under a name that is free`() throws {
    let first = try PhotoLibrary.repair(catalogue: fixture.catalogue).damaged
    let second = try PhotoLibrary.repair(catalogue: fixture.catalogue).damaged
    #expect(first == fixture.catalogue + ".damaged" && second == fixture.catalogue + ".damaged-2")
  }

  @Test func `in the folder of the process is checked and repaired by its name alone`() async throws {
    let folder = (fixture.catalogue as NSString).deletingLastPathComponent
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      try #require(FileManager.default.changeCurrentDirectoryPath(folder))
      #expect(try PhotoLibrary.check(catalogue: "photos.sqlite").problems == [])
      _ = try PhotoLibrary.repair(catalogue: "photos.sqlite")
    }
    #expect(FileManager.default.fileExists(atPath: fixture.catalogue + ".damaged"))
    #expect(try fixture.open().fetchAssets().count == Self.count)
  }

  @Test func `that another process has open takes no change any more`() async throws {
    let other = try fixture.open()
    let assets = try other.fetchAssets()
    _ = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    await #expect(throws: LibraryError.catalogueReplaced(fixture.catalogue)) {
      try await other.performChanges { $0.setFavorite(true, assets[1]) }
    }
  }

  @Test func `is told apart from a file that is none, and from nothing`() throws {
    let text = fixture.root + "/diary.txt"
    try Data(String(repeating: "Dear diary, ", count: 100).utf8).write(to: URL(fileURLWithPath: text))
    #expect(throws: LibraryError.notACatalogue(text)) { try PhotoLibrary.check(catalogue: text) }
    #expect(throws: LibraryError.self) { try PhotoLibrary.repair(catalogue: text) }
    #expect(FileManager.default.fileExists(atPath: text))
    #expect(!FileManager.default.fileExists(atPath: text + ".repaired"))
    #expect(throws: LibraryError.self) { try PhotoLibrary.check(catalogue: fixture.root + "/none") }
  }
}

/// A catalogue whose file was cut off, or that lost a page of any kind: a repair keeps the user's work, as
/// far as its bytes survive.
@Suite struct `A catalogue that was cut off` {
  private let fixture = LibraryFixture()
  private let whole: Data
  /// The identifiers of the favourites, by name.
  private let known: [String: String]
  private static let count = 71

  /// Seventy-one photos, of which every third is a favourite and in an album; one of these was renamed since it was added.
  init() async throws {
    let (marked, library) = try await fixture.makeMarked(Self.count, digits: 3, from: 1)
    try await library.performChanges { changes in
      for asset in marked { changes.setAdjustments(Adjustments(exposure: 1), of: asset) }
    }
    try fixture.move(try #require(marked.first).fileName, to: "renamed.jpg")
    _ = try library.index(probe: fixture.probe)
    known = try library.favourites
    _ = consume library
    whole = try Data(contentsOf: URL(fileURLWithPath: fixture.catalogue))
    try #require(known.count == 24 && known["renamed.jpg"] != nil)
  }

  /// Repairs a damaged catalogue, indexes the folder, and returns the kept favourites, by name, and the album's photos.
  private func repair(
    _ damaged: Data, _ comment: Comment
  ) throws -> (favourites: [String: String], album: Set<String>) {
    let folder = (fixture.catalogue as NSString).deletingLastPathComponent
    try FileManager.default.removeItem(atPath: folder)
    try fixture.makeFolder(folder)
    try damaged.write(to: URL(fileURLWithPath: fixture.catalogue))
    let repair = try PhotoLibrary.repair(catalogue: fixture.catalogue)
    #expect(try Data(contentsOf: URL(fileURLWithPath: repair.damaged)) == damaged, comment)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!files.contains { $0.contains("salvaged") || $0.contains("repaired") }, comment)
    #expect(try PhotoLibrary.check(catalogue: fixture.catalogue).problems == [], comment)
    let library = try fixture.open()
    let report = try library.index(PhotoLibrary.IndexOptions(acceptsMissing: true), probe: fixture.probe)
    #expect(report.failed == 0, comment)
    // Every photo is there once, and all that is known of one is true.
    #expect(Set(try library.fetchAssets().names).count == Self.count, comment)
    #expect(try library.fetchAssets().count == Self.count, comment)
    let kept = try library.favourites
    #expect(kept.allSatisfy { known[$0.key] == $0.value }, comment)
    let edited = try library.fetchAssets(FetchOptions(predicate: .where { $0.hasAdjustments }))
    #expect(edited.allSatisfy { $0.adjustments?.exposure == 1 }, comment)
    #expect(Set(edited.identifiers) == Set(kept.values), comment)
    let album = Set(try library.members.identifiers)
    #expect(album.isSubset(of: known.values), comment)
    return (kept, album)
  }

  @Test(arguments: 0..<4)
  func `gives every row of the pages that it still has`(part: Int) throws {
    var random = Shuffler(seed: UInt64(part) + 1)
    var lengths = stride(from: part * 4096, to: whole.count, by: 4 * 4096).map { $0 }
    lengths += (0..<4).map { _ in random.next(whole.count) }
    for length in lengths {
      let damaged = Data(whole.prefix(length))
      try damaged.write(to: URL(fileURLWithPath: fixture.catalogue))
      #expect(try !PhotoLibrary.check(catalogue: fixture.catalogue).isSound, "\(length) bytes")
      let comment: Comment = "\(length) of \(whole.count) bytes"
      let kept = try repair(damaged, comment)
      // The tables of photos and albums, and the index of paths, are made early: they lie in the first half of the file.
      if length >= whole.count / 2 {
        #expect(kept.favourites == known, comment)
        #expect(kept.album == Set(known.values), comment)
      }
    }
  }

  @Test func `or has no sound header, or no page but that, says so and how it is repaired`() throws {
    let torn = stride(from: 4096, to: whole.count, by: 4096).reduce(into: whole) { data, page in
      data.replaceSubrange(page..<page + 64, with: repeatElement(0xa5, count: 64))
    }
    for damaged in [
      Data(whole.prefix(whole.count / 2)), Data(repeating: 0xa5, count: 4096) + whole.dropFirst(4096), torn,
    ] {
      try damaged.write(to: URL(fileURLWithPath: fixture.catalogue))
      let error = #expect(throws: LibraryError.self) { try fixture.open().fetchAssets() }
      #expect(error?.description.hasPrefix(fixture.catalogue + ": the catalogue is damaged (") == true)
      #expect(error?.description.contains("library verify --repair") == true)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.catalogue)).count >= torn.count)
  }

  @Test func `that lost any one page loses what was on it, and no more`() throws {
    var random = Shuffler(seed: 7)
    var (poorer, withoutAlbum): ([Int], [Int]) = ([], [])
    for page in 0..<whole.count / 4096 {
      var damaged = whole
      let noise = (0..<4096).map { _ in UInt8(truncatingIfNeeded: random.next(256)) }
      damaged.replaceSubrange(page * 4096..<(page + 1) * 4096, with: noise)
      let kept = try repair(damaged, "page \(page)")
      if kept.favourites != known { poorer.append(page) }
      if kept.album != Set(known.values) { withoutAlbum.append(page) }
    }
    // 71 photos have one page, as have the albums and what is in them.
    #expect(poorer.count <= 1, "\(poorer)")
    #expect(withoutAlbum.count <= 3, "\(withoutAlbum)")
  }
}
