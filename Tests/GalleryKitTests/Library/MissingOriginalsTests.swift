import Foundation
import GRDB
import GalleryKit
import Testing

/// Files that are no longer in their place: the user's work on their photos is not lost.
struct MissingOriginalsTests {
  let fixture = LibraryFixture()

  private func index(
    _ library: PhotoLibrary, _ options: PhotoLibrary.IndexOptions = PhotoLibrary.IndexOptions()
  ) throws -> String {
    let report = try library.index(options, probe: fixture.probe)
    return "\(report.counts) moved \(report.moved) returned \(report.returned) purged \(report.purged)"
  }

  /// Photos of different content, of which the first is a favourite in an album and edited; none is hidden.
  private func makeLibrary(_ names: [String]) async throws -> (PhotoLibrary, AssetCollection) {
    for (number, name) in names.enumerated() { try fixture.write("40×3\(number)", to: name) }
    let library = try fixture.indexed()
    let first = try library.photo(names[0])
    let others = Array(try library.fetchAssets()).filter { $0 != first }
    try await library.performChanges { changes in
      changes.setFavorite(true, first)
      changes.setAdjustments(Adjustments(exposure: 0.5), of: first)
    }
    return (library, try await library.makeAlbum(of: [first] + others.prefix(1)))
  }

  @Test func `an empty folder in the place of a library changes nothing`() async throws {
    let (library, album) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let before = Array(try library.fetchAssets())
    let away = fixture.root + "/away"
    try FileManager.default.moveItem(atPath: fixture.folder, toPath: away)
    try fixture.makeFolder(fixture.folder)
    #expect(throws: LibraryError.tooManyMissing(fixture.folder, missing: 3, of: 3)) {
      try library.index(probe: fixture.probe)
    }
    #expect(Array(try library.fetchAssets()) == before)

    // The user accepts the photos as missing, and is wrong.
    let missed = try index(library, PhotoLibrary.IndexOptions(acceptsMissing: true))
    #expect(missed == "+0 ~0 -3 =0 moved 0 returned 0 purged 0")
    #expect(try library.fetchAssets().isEmpty)
    #expect(try library.fetchAssets(in: album).isEmpty)
    #expect(try library.countAssets(in: AssetCollection.SmartAlbum.favorites.collection) == 0)
    #expect(try library.asset(withLocalIdentifier: before[0].localIdentifier) == nil)
    #expect(try library.fetchMoments().isEmpty)
    #expect(try library.summary().photos == 0)
    #expect(try library.summary().missing == 3)
    let failed = await ChangesTests.failure(library) { $0.setFavorite(false, before[0]) }
    #expect(failed?.description.contains("there is no asset") == true)
    // Missing ones do not count again.
    #expect(try index(library) == "+0 ~0 -0 =0 moved 0 returned 0 purged 0")

    try FileManager.default.removeItem(atPath: fixture.folder)
    try FileManager.default.moveItem(atPath: away, toPath: fixture.folder)
    _ = fixture.takeProbes()
    #expect(try index(library) == "+0 ~0 -0 =0 moved 0 returned 3 purged 0")
    #expect(fixture.takeProbes() == [])
    #expect(Array(try library.fetchAssets()) == before)
    let members = try library.fetchAssets(in: album)
    #expect(members.count == 2 && members[0].isFavorite && members[0].adjustments?.exposure == 0.5)
    #expect(try library.summary().missing == 0)
  }

  @Test func `up to half of the photos may vanish at once`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"])
    for name in ["c.jpg", "d.jpg"] { try fixture.remove(name) }
    #expect(try index(library) == "+0 ~0 -2 =3 moved 0 returned 0 purged 0")
    for name in ["a.jpg", "b.jpg"] { try fixture.remove(name) }
    #expect(throws: LibraryError.tooManyMissing(fixture.folder, missing: 2, of: 3)) {
      try library.index(probe: fixture.probe)
    }
    #expect(try library.fetchAssets().count == 3)
  }

  @Test func `a file that is moved or renamed is the photo that it was, and not read again`() async throws {
    let (library, album) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let before = try library.fetchAssets(in: album).identifiers
    try fixture.move("a.jpg", to: "2026/Lisbon/a.jpg")
    try fixture.move("b.jpg", to: "tram.jpg")
    _ = fixture.takeProbes()
    #expect(try index(library) == "+0 ~0 -0 =1 moved 2 returned 0 purged 0")
    #expect(fixture.takeProbes() == [])
    #expect(try library.fetchAssets(in: album).identifiers == before)
    #expect(Set(try library.fetchAssets().names) == ["a.jpg", "tram.jpg", "c.jpg"])
    let moved = try library.photo("2026/Lisbon/a.jpg")
    #expect(moved.isFavorite && moved.localIdentifier == before[0])
    // Another photo may have its old path now, and is another photo.
    try fixture.write("77×77", to: "a.jpg")
    #expect(try index(library) == "+1 ~0 -0 =3 moved 0 returned 0 purged 0")
    #expect(try library.fetchAssets(ofFile: "a.jpg").first?.isFavorite == false)
  }

  @Test func `two files that change places are the photos that they were`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let favorite = try library.photo("a.jpg")
    try fixture.setModified("b.jpg", 3000)
    _ = try index(library)
    try fixture.move("a.jpg", to: "t.jpg")
    try fixture.move("b.jpg", to: "a.jpg")
    try fixture.move("t.jpg", to: "b.jpg")
    #expect(try index(library) == "+0 ~0 -0 =1 moved 2 returned 0 purged 0")
    let found = try library.photo("b.jpg")
    #expect(found.localIdentifier == favorite.localIdentifier && found.isFavorite)
  }

  @Test func `photos that were renumbered on another machine are the photos that they were`() async throws {
    let (library, _) = try await makeLibrary(["1.jpg", "2.jpg", "3.jpg"])
    let favorite = try library.photo("1.jpg")
    for (name, time) in [("2.jpg", 2000.0), ("3.jpg", 3000.0)] { try fixture.setModified(name, time) }
    _ = try index(library)
    // A program that synchronises folders replaces files by copies with the same times.
    for name in ["1.jpg", "2.jpg", "3.jpg"] { try fixture.move(name, to: "../\(name)") }
    try fixture.write("40×30", to: "2.jpg")
    try fixture.write("40×31", to: "3.jpg", modified: 2000)
    #expect(try index(library) == "+0 ~0 -1 =0 moved 2 returned 0 purged 0")
    let found = try library.photo("2.jpg")
    #expect(found.localIdentifier == favorite.localIdentifier && found.isFavorite)
  }

  @Test func `a file that is copied elsewhere and removed is recognised by its content`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    // Of the length of a.jpg, and another's.
    try fixture.write("40×39", to: "same/length.jpg", modified: 7000)
    try fixture.write("40×30", to: "disk/copy.jpg", modified: 9000)
    try fixture.remove("a.jpg")
    #expect(try index(library) == "+1 ~1 -0 =2 moved 1 returned 0 purged 0")
    #expect(try library.fetchAssets(ofFile: "disk/copy.jpg").first?.isFavorite == true)
    #expect(try library.fetchAssets(ofFile: "same/length.jpg").first?.isFavorite == false)
    #expect(try index(library) == "+0 ~0 -0 =4 moved 0 returned 0 purged 0")
  }

  @Test(arguments: [60_000, 200_000])
  func `files of one length are told apart by their heads, ends and quarters`(byteCount: Int) async throws {
    try fixture.write("40×30", to: "kept.jpg")
    try fixture.write("40×31", to: "kept too.jpg")
    var bytes = Data("40×30 1 5 ".utf8)
    bytes.append(Data(repeating: 120, count: byteCount - bytes.count))
    try fixture.write(bytes, to: "a.jpg")
    let library = try fixture.open()
    _ = try index(library)
    let identifier = try library.photo("a.jpg").localIdentifier
    try fixture.remove("a.jpg")
    for (name, place) in [("head", 20), ("quarter", byteCount / 4), ("end", byteCount - 1)] {
      var other = bytes
      other[place] ^= 1
      try fixture.write(other, to: "\(name).jpg")
    }
    try fixture.write(bytes, to: "same.jpg")
    let report = try library.index(probe: fixture.probe)
    #expect(report.added == 3 && report.moved == 1)
    #expect(try library.fetchAssets(ofFile: "same.jpg").first?.localIdentifier == identifier)
  }

  @Test func `a stranger in the place of a missing file is a separate photo`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let favorite = try library.photo("a.jpg")
    try fixture.move("a.jpg", to: "../away.jpg")
    #expect(try index(library) == "+0 ~0 -1 =2 moved 0 returned 0 purged 0")
    try fixture.write("80×60", to: "a.jpg", modified: 2000)
    #expect(try index(library) == "+1 ~0 -0 =2 moved 0 returned 0 purged 0")
    let stranger = try library.photo("a.jpg")
    #expect(!stranger.isFavorite && stranger.localIdentifier != favorite.localIdentifier)
    try fixture.move("../away.jpg", to: "found.jpg")
    #expect(try index(library) == "+0 ~0 -0 =3 moved 0 returned 1 purged 0")
    #expect(try library.photo("found.jpg").localIdentifier == favorite.localIdentifier)
  }

  /// Indexes at noon of a day.
  private func index(_ library: PhotoLibrary, onDay day: Double) throws -> String {
    var options = PhotoLibrary.IndexOptions(acceptsMissing: true)
    options.now = Date(timeIntervalSince1970: (day + 0.5) * 86_400)
    return try index(library, options)
  }

  @Test func `what has been missing too long is forgotten when three days have shown it`() async throws {
    let (library, album) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    try fixture.move("a.jpg", to: "../away.jpg")
    let still = "+0 ~0 -0 =2 moved 0 returned 0 purged 0"
    #expect(try index(library, onDay: 0) == "+0 ~0 -1 =2 moved 0 returned 0 purged 0")
    for day in [1.0, 29, 29.4, 30, 30, 30.2, 31] { #expect(try index(library, onDay: day) == still) }
    #expect(try index(library, onDay: 32) == "+0 ~0 -0 =2 moved 0 returned 0 purged 1")
    #expect(try library.summary().missing == 0)
    try fixture.move("../away.jpg", to: "a.jpg")
    #expect(try index(library, onDay: 33) == "+1 ~0 -0 =2 moved 0 returned 0 purged 0")
    #expect(try library.fetchAssets(ofFile: "a.jpg").first?.isFavorite == false)
    #expect(try library.fetchAssets(in: album).count == 1)
  }

  @Test func `a photo is missing since the index that misses it, however old its options are`() throws {
    let library = try fixture.indexed(writing: ["a.jpg", "b.jpg", "c.jpg"])
    let options = PhotoLibrary.IndexOptions()
    try fixture.remove("a.jpg")
    let start = Date().timeIntervalSince1970
    #expect(try library.index(options, probe: fixture.probe).missing == 1)
    let since = try DatabaseQueue(path: fixture.catalogue).read { db in
      try Double.fetchOne(db, sql: "SELECT max(missingSince) FROM file")
    }
    #expect(try #require(since) >= start)
  }

  @Test func `what is not kept at all is forgotten at once`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    try fixture.remove("a.jpg")
    let options = PhotoLibrary.IndexOptions(missingAreKeptFor: 0)
    #expect(try index(library, options) == "+0 ~0 -1 =2 moved 0 returned 0 purged 1")
    #expect(try index(library, options) == "+0 ~0 -0 =2 moved 0 returned 0 purged 0")
  }

  @Test func `a clock that is ahead for a while loses nothing`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    try fixture.move("a.jpg", to: "../away.jpg")
    let still = "+0 ~0 -0 =2 moved 0 returned 0 purged 0"
    #expect(try index(library, onDay: 0) == "+0 ~0 -1 =2 moved 0 returned 0 purged 0")
    // The clock jumps, and is set right: what the jump has shown does not count any more.
    for day in [31, 1, 40, 41, 2, 400, 401, 3.0] { #expect(try index(library, onDay: day) == still) }
    try fixture.move("../away.jpg", to: "a.jpg")
    #expect(try index(library, onDay: 500) == "+0 ~0 -0 =2 moved 0 returned 1 purged 0")
    #expect(try library.fetchAssets(ofFile: "a.jpg").first?.isFavorite == true)
    // When it goes again, the days are counted from the start.
    try fixture.move("a.jpg", to: "../away.jpg")
    #expect(try index(library, onDay: 501) == "+0 ~0 -1 =2 moved 0 returned 0 purged 0")
    for day in [600, 601.0] { #expect(try index(library, onDay: day) == still) }
    #expect(try index(library, onDay: 602) == "+0 ~0 -0 =2 moved 0 returned 0 purged 1")
  }

  @Test func `details tell that a missing photo was removed, and that it is there again`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let before = try library.fetchAssets()
    let position = try #require(before.names.firstIndex(of: "a.jpg"))
    try fixture.move("a.jpg", to: "../away.jpg")
    let first = try await library.change { _ = try index(library) }
    let gone = try #require(try first.details(for: before))
    #expect(gone.removedIndexes == [position])
    #expect(try first.details(for: before[position])?.objectWasDeleted == true)
    try fixture.move("../away.jpg", to: "a.jpg")
    let second = try await library.change { _ = try index(library) }
    let back = try #require(try second.details(for: gone.fetchResultAfterChanges))
    #expect(back.insertedIndexes == [position])
    #expect(Array(back.fetchResultAfterChanges) == Array(before))
  }

  @Test func `another photo represents a burst while the one that did is missing`() throws {
    for (time, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() {
      try fixture.write("40×30 1 \(time)", to: name)
    }
    let library = try fixture.open()
    func shown() throws -> [String] {
      _ = try library.index(probe: LibraryFixture.reading { $0.burstIdentifier = "burst" })
      return try library.fetchAssets().names
    }
    #expect(try shown() == ["a.jpg"])
    try fixture.move("a.jpg", to: "../away.jpg")
    #expect(try shown() == ["b.jpg"])
    try fixture.move("../away.jpg", to: "a.jpg")
    #expect(try shown() == ["a.jpg"])
  }
}
