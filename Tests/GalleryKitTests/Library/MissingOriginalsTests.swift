import Foundation
import GalleryKit
import TestSupport
import Testing

/// Files that are no longer in their place: the user's work on their photos is not lost.
struct MissingOriginalsTests {
  let fixture: LibraryFixture

  init() throws { fixture = try LibraryFixture() }

  private func index(
    _ library: PhotoLibrary, _ options: PhotoLibrary.IndexOptions = PhotoLibrary.IndexOptions()
  ) throws -> String {
    let report = try library.index(options, probe: fixture.probe)
    return "\(report.counts) moved \(report.moved) returned \(report.returned) purged \(report.purged)"
  }

  private func accepting(at seconds: Double) -> PhotoLibrary.IndexOptions {
    var options = PhotoLibrary.IndexOptions(acceptsMissing: true)
    options.now = Date(timeIntervalSince1970: seconds)
    return options
  }

  private func move(_ name: String, to other: String) throws {
    let target = fixture.folder + "/" + other
    try FileManager.default.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: fixture.folder + "/" + name, toPath: target)
  }

  /// Photos of different content, of which the first is a favourite in an album and edited; none is hidden.
  private func makeLibrary(_ names: [String]) async throws -> (PhotoLibrary, AssetCollection) {
    for (number, name) in names.enumerated() { try fixture.write("40×3\(number)", to: name) }
    let library = try fixture.indexed()
    let first = try #require(try library.fetchAssets(ofFile: names[0]).first)
    let others = Array(try library.fetchAssets()).filter { $0 != first }
    try await library.performChanges { changes in
      changes.setFavorite(true, first)
      changes.setAdjustments(Adjustments(exposure: 0.5), of: first)
      let album = changes.createAlbum(title: "Lisbon")
      changes.insert([first] + others.prefix(1), into: album)
    }
    return (library, try #require(try library.fetchAlbums().first))
  }

  @Test func `an empty folder in the place of a library changes nothing`() async throws {
    let (library, album) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let before = Array(try library.fetchAssets())
    let away = fixture.root + "/away"
    try FileManager.default.moveItem(atPath: fixture.folder, toPath: away)
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    #expect(throws: LibraryError.tooManyMissing(fixture.folder, missing: 3, of: 3)) {
      try library.index(probe: fixture.probe)
    }
    #expect(Array(try library.fetchAssets()) == before)

    // The user accepts the photos as missing, and is wrong.
    #expect(
      try index(library, PhotoLibrary.IndexOptions(acceptsMissing: true))
        == "+0 ~0 -3 =0 moved 0 returned 0 purged 0")
    #expect(try library.fetchAssets().isEmpty)
    #expect(try library.fetchAssets(in: album).isEmpty)
    #expect(try library.countAssets(in: AssetCollection.SmartAlbum.favorites.collection) == 0)
    #expect(try library.asset(withLocalIdentifier: before[0].localIdentifier) == nil)
    #expect(try library.fetchMoments().isEmpty)
    #expect(try library.summary().photos == 0)
    #expect(try library.summary().missing == 3)
    let failed = await ChangesTests.failure(library) { $0.setFavorite(false, before[0]) }
    #expect("\(failed.map(String.init(describing:)) ?? "")".contains("there is no asset"))
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

  @Test func `a file that is moved or renamed is the photo that it was, and is not read again`() async throws
  {
    let (library, album) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let before = try library.fetchAssets(in: album).identifiers
    try move("a.jpg", to: "2026/Lisbon/a.jpg")
    try move("b.jpg", to: "tram.jpg")
    _ = fixture.takeProbes()
    #expect(try index(library) == "+0 ~0 -0 =1 moved 2 returned 0 purged 0")
    #expect(fixture.takeProbes() == [])
    #expect(try library.fetchAssets(in: album).identifiers == before)
    #expect(Set(try library.fetchAssets().names) == ["a.jpg", "tram.jpg", "c.jpg"])
    let moved = try #require(try library.fetchAssets(ofFile: "2026/Lisbon/a.jpg").first)
    #expect(moved.isFavorite && moved.localIdentifier == before[0])
    // Another photo may have its old path now, and is another photo.
    try fixture.write("77×77", to: "a.jpg")
    #expect(try index(library) == "+1 ~0 -0 =3 moved 0 returned 0 purged 0")
    #expect(try library.fetchAssets(ofFile: "a.jpg").first?.isFavorite == false)
  }

  @Test func `two files that change places are the photos that they were`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let favorite = try #require(try library.fetchAssets(ofFile: "a.jpg").first)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 3000)], ofItemAtPath: fixture.folder + "/b.jpg")
    _ = try index(library)
    try move("a.jpg", to: "t.jpg")
    try move("b.jpg", to: "a.jpg")
    try move("t.jpg", to: "b.jpg")
    #expect(try index(library) == "+0 ~0 -0 =1 moved 2 returned 0 purged 0")
    let found = try #require(try library.fetchAssets(ofFile: "b.jpg").first)
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
    try bytes.write(to: URL(fileURLWithPath: fixture.folder + "/a.jpg"))
    let library = try fixture.open()
    _ = try index(library)
    let identifier = try #require(try library.fetchAssets(ofFile: "a.jpg").first).localIdentifier
    try fixture.remove("a.jpg")
    for (name, place) in [("head", 20), ("quarter", byteCount / 4), ("end", byteCount - 1)] {
      var other = bytes
      other[place] ^= 1
      try other.write(to: URL(fileURLWithPath: fixture.folder + "/\(name).jpg"))
    }
    try bytes.write(to: URL(fileURLWithPath: fixture.folder + "/same.jpg"))
    let report = try library.index(probe: fixture.probe)
    #expect(report.added == 3 && report.moved == 1)
    #expect(try library.fetchAssets(ofFile: "same.jpg").first?.localIdentifier == identifier)
  }

  @Test func `a stranger in the place of a missing file is a photo of its own`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let favorite = try #require(try library.fetchAssets(ofFile: "a.jpg").first)
    // Kept elsewhere, so that its inode is not given to another.
    try move("a.jpg", to: "../away.jpg")
    #expect(try index(library) == "+0 ~0 -1 =2 moved 0 returned 0 purged 0")
    try fixture.write("80×60", to: "a.jpg", modified: 2000)
    #expect(try index(library) == "+1 ~0 -0 =2 moved 0 returned 0 purged 0")
    let stranger = try #require(try library.fetchAssets(ofFile: "a.jpg").first)
    #expect(!stranger.isFavorite && stranger.localIdentifier != favorite.localIdentifier)
    try move("../away.jpg", to: "found.jpg")
    let last = try index(library)
    #expect(last == "+0 ~0 -0 =3 moved 0 returned 1 purged 0")
    #expect(
      try library.fetchAssets(ofFile: "found.jpg").first?.localIdentifier == favorite.localIdentifier)
  }

  /// Indexes at noon of a day.
  private func index(_ library: PhotoLibrary, onDay day: Double) throws -> String {
    try index(library, accepting(at: (day + 0.5) * 86_400))
  }

  @Test func `what has been missing for as long as it is kept is forgotten when three days have shown it`()
    async throws
  {
    let (library, album) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    try move("a.jpg", to: "../away.jpg")
    let still = "+0 ~0 -0 =2 moved 0 returned 0 purged 0"
    #expect(try index(library, onDay: 0) == "+0 ~0 -1 =2 moved 0 returned 0 purged 0")
    for day in [1.0, 29, 29.4, 30, 30, 30.2, 31] { #expect(try index(library, onDay: day) == still) }
    #expect(try index(library, onDay: 32) == "+0 ~0 -0 =2 moved 0 returned 0 purged 1")
    #expect(try library.summary().missing == 0)
    try move("../away.jpg", to: "a.jpg")
    #expect(try index(library, onDay: 33) == "+1 ~0 -0 =2 moved 0 returned 0 purged 0")
    #expect(try library.fetchAssets(ofFile: "a.jpg").first?.isFavorite == false)
    #expect(try library.fetchAssets(in: album).count == 1)
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
    try move("a.jpg", to: "../away.jpg")
    let still = "+0 ~0 -0 =2 moved 0 returned 0 purged 0"
    #expect(try index(library, onDay: 0) == "+0 ~0 -1 =2 moved 0 returned 0 purged 0")
    // The clock jumps, and is set right: what the jump has shown does not count any more.
    for day in [31, 1, 40, 41, 2, 400, 401, 3.0] { #expect(try index(library, onDay: day) == still) }
    try move("../away.jpg", to: "a.jpg")
    #expect(try index(library, onDay: 500) == "+0 ~0 -0 =2 moved 0 returned 1 purged 0")
    #expect(try library.fetchAssets(ofFile: "a.jpg").first?.isFavorite == true)
    // When it goes again, the days are counted anew.
    try move("a.jpg", to: "../away.jpg")
    #expect(try index(library, onDay: 501) == "+0 ~0 -1 =2 moved 0 returned 0 purged 0")
    for day in [600, 601.0] { #expect(try index(library, onDay: day) == still) }
    #expect(try index(library, onDay: 602) == "+0 ~0 -0 =2 moved 0 returned 0 purged 1")
  }

  /// The change that an observer hears of.
  private func change(_ library: PhotoLibrary, by body: () throws -> Void) async throws -> Change {
    let recorder = ChangeRecorder()
    library.register(recorder)
    defer { library.unregister(recorder) }
    try body()
    try #require(try await eventually { !recorder.changes.isEmpty })
    return try #require(recorder.changes.last)
  }

  @Test func `details tell that a missing photo was removed, and that it is there again`() async throws {
    let (library, _) = try await makeLibrary(["a.jpg", "b.jpg", "c.jpg"])
    let before = try library.fetchAssets()
    let position = try #require(before.names.firstIndex(of: "a.jpg"))
    try move("a.jpg", to: "../away.jpg")
    let first = try await change(library) { _ = try index(library) }
    let gone = try #require(try first.details(for: before))
    #expect(gone.removedIndexes == [position])
    #expect(try first.details(for: before[position])?.objectWasDeleted == true)
    try move("../away.jpg", to: "a.jpg")
    let second = try await change(library) { _ = try index(library) }
    let back = try #require(try second.details(for: gone.fetchResultAfterChanges))
    #expect(back.insertedIndexes == [position])
    #expect(Array(back.fetchResultAfterChanges) == Array(before))
  }

  @Test func `another photo represents a burst while the one that did is missing`() throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try fixture.write(to: name) }
    let library = try fixture.open()
    let probe: OriginalProbe = { path, identity in
      var probed = try LibraryFixture.read(path, identity)
      probed.burstIdentifier = "burst"
      probed.captureDate = Date(
        timeIntervalSince1970: path.hasSuffix("a.jpg") ? 1 : path.hasSuffix("b.jpg") ? 2 : 3)
      return probed
    }
    _ = try library.index(probe: probe)
    #expect(try library.fetchAssets().names == ["a.jpg"])
    try move("a.jpg", to: "../away.jpg")
    _ = try library.index(probe: probe)
    #expect(try library.fetchAssets().names == ["b.jpg"])
    try move("../away.jpg", to: "a.jpg")
    _ = try library.index(probe: probe)
    #expect(try library.fetchAssets().names == ["a.jpg"])
  }
}
