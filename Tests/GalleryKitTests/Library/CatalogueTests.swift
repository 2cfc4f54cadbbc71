import Foundation
import GRDB
import Testing

@testable import GalleryKit

struct CatalogueTests {
  let fixture = LibraryFixture()

  /// The bytes of the catalogue's file.
  private var bytes: Data {
    get throws { try Data(contentsOf: URL(fileURLWithPath: fixture.catalogue)) }
  }

  /// Changes the catalogue's file, which must not be open.
  private func patch(_ change: (inout Data) -> Void) throws {
    var data = try bytes
    change(&data)
    try data.write(to: URL(fileURLWithPath: fixture.catalogue))
  }

  /// Opening must fail with this error, name the file, and leave it as it is.
  private func expectRefusal(_ expected: LibraryError) throws {
    let before = try bytes
    let error = #expect(throws: LibraryError.self) { try fixture.open() }
    #expect(error == expected)
    #expect(error?.description.hasPrefix(fixture.catalogue + ": ") == true)
    #expect(try bytes == before)
  }

  @Test func `a folder that is not there, or is none, is named`() throws {
    #expect(throws: LibraryError.folderMissing("/no/such")) {
      try PhotoLibrary(folder: "/no/such/", catalogue: fixture.catalogue)
    }
    try fixture.write(to: "a.jpg")
    let file = fixture.folder + "/a.jpg"
    #expect(throws: LibraryError.notAFolder(file)) {
      try PhotoLibrary(folder: file, catalogue: fixture.catalogue)
    }
    #expect(throws: LibraryError.downloadsAmongPhotos(fixture.folder)) {
      try PhotoLibrary(folder: fixture.folder, catalogue: fixture.catalogue, downloads: fixture.folder + "/")
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.catalogue))
  }

  @Test func `another application's database, or a file of another kind, is refused and left alone`() throws {
    _ = try fixture.generate(3)
    // The application's identifier in SQLite's header.
    try patch { $0.replaceSubrange(68..<72, with: [1, 2, 3, 4]) }
    try expectRefusal(.notACatalogue(fixture.catalogue))
    try patch { $0 = Data("Dear diary, this is no database, and it is longer than a header.\n".utf8) }
    try expectRefusal(.notACatalogue(fixture.catalogue))
  }

  @Test(arguments: [UInt8(0), 2])
  func `a catalogue of another version is refused, left alone, and says what to do`(version: UInt8) throws {
    _ = try fixture.generate(3)
    // The user version in SQLite's header.
    try patch { $0.replaceSubrange(60..<64, with: [0, 0, 0, version]) }
    let before = try bytes
    let refusal = LibraryError.catalogueOfAnotherVersion(fixture.catalogue)
    try expectRefusal(refusal)
    #expect(throws: refusal) { try PhotoLibrary.check(catalogue: fixture.catalogue) }
    #expect(throws: refusal) { try PhotoLibrary.repair(catalogue: fixture.catalogue) }
    #expect(refusal.description.contains("open it with that version, or name another file for the catalogue"))
    #expect(try bytes == before)
  }

  @Test(arguments: ["orientation = 300", "width = 1 << 57", "height = -1"])
  func `a photo that has an impossible value says that the catalogue is damaged`(value: String) throws {
    let library = try fixture.generate(3)
    try fixture.execute("UPDATE file SET \(value)")
    let asset = try #require(try library.fetchAssets().first)
    #expect(asset.failure?.contains("the catalogue is damaged") == true)
  }

  @Test func `an impossible place counts as none when a photo's date is set`() async throws {
    let (library, assets) = try fixture.generated(3)
    try fixture.execute("UPDATE asset SET latitude = 0, longitude = 1e300")
    try await library.performChanges { $0.setCreationDate(Date(timeIntervalSince1970: 77), of: assets[0]) }
    let found = try #require(try library.asset(withLocalIdentifier: assets[0].localIdentifier))
    #expect(found.creationDate == Date(timeIntervalSince1970: 77) && found.location == nil)
  }

  @Test func `an album that has an impossible value is refused with the catalogue`() async throws {
    let library = try fixture.generate(3)
    try await library.performChanges { _ = $0.createAlbum(title: "Lisbon") }
    try fixture.execute("UPDATE collection SET id = 1 << 40")
    let damaged = LibraryError.catalogueDamaged(fixture.catalogue, reason: "a row has an impossible value")
    #expect(throws: damaged) { try library.fetchAlbums() }
  }

  @Test func `an album whose positions were damaged takes photos, and is renumbered`() async throws {
    let (library, assets) = try fixture.generated(3)
    let album = try await library.makeAlbum(of: [assets[0], assets[1]])
    try fixture.execute("UPDATE member SET position = position + \(Int64.max - (2 << 20))")
    try await library.performChanges { $0.insert([assets[2]], into: album, at: 2) }
    #expect(try library.fetchAssets(in: album).identifiers == assets.identifiers)
  }

  @Test(arguments: 0..<10)
  func `many can make the same catalogue at once`(round: Int) async throws {
    // Threads, since no more tasks run at once than the machine has cores.
    let outcomes = AsyncStream<Result<Int, any Error>> { continuation in
      for _ in 0..<8 {
        Thread.detachNewThread {
          continuation.yield(Result { try fixture.open().fetchAssets().count })
        }
      }
    }
    for await outcome in outcomes.prefix(8) { #expect(try outcome.get() == 0) }
  }

  @Test func `a catalogue that stays locked is given up after a time, however long each try takes`() {
    var tries = 0
    let error = #expect(throws: DatabaseError.self) {
      try CatalogueDatabase.persistently(for: .milliseconds(100)) { () throws -> Int in
        tries += 1
        // SQLite itself waits before it reports another process's lock.
        Thread.sleep(forTimeInterval: 0.06)
        throw DatabaseError(resultCode: .SQLITE_BUSY)
      }
    }
    #expect(error?.resultCode == .SQLITE_BUSY)
    #expect(tries <= 2)
  }

  @Test func `a catalogue that cannot be made says where and why`() throws {
    try fixture.write(to: "a.jpg")
    let path = fixture.folder + "/a.jpg/photos.sqlite"
    let error = #expect(throws: LibraryError.self) {
      try PhotoLibrary(folder: fixture.folder, catalogue: path)
    }
    #expect(
      error?.description.hasPrefix(path + ": cannot use the catalogue: its folder cannot be made;") == true)
    #expect(throws: LibraryError.notACatalogue(fixture.folder)) {
      try PhotoLibrary(folder: fixture.folder, catalogue: fixture.folder)
    }
  }

  @Test func `a missing file of a synthetic library leaves the catalogue as it was`() throws {
    let library = try fixture.generate(10)
    #expect(throws: LibraryError.fileMissing(fixture.folder + "/9.jpg")) {
      try library.refill(with: ["0.jpg", "9.jpg"], probe: fixture.probe, [])
    }
    #expect(try library.fetchAssets().count == 10)
  }

  @Test func `indexing a synthetic library leaves its assets alone`() throws {
    let library = try fixture.generate(10, over: 3)
    let before = try library.fetchAssets()
    #expect(try library.index(probe: fixture.probe).counts == "+0 ~0 -0 =3")
    try fixture.write("80×60", to: "1.jpg", modified: 7000)
    #expect(try library.index(probe: fixture.probe).counts == "+0 ~1 -0 =2")
    let after = try library.fetchAssets()
    #expect(after.identifiers == before.identifiers)
    #expect(after.map(\.creationDate) == before.map(\.creationDate))
    #expect(after.filter { $0.pixelSize.width == 80 }.count == 3)
  }
}

struct RelativePathTests {
  @Test(arguments: [
    ("a/b.jpg", "a/b 2.jpg"), ("a.b/c", "a.b/c 2"), ("a.b/c.jpg", "a.b/c 2.jpg"), ("c", "c 2"),
  ])
  func `a number goes after a file's name, whatever its folder is called`(path: String, numbered: String) {
    #expect(RelativePath(bytes: Array(path.utf8)).numbered(2).text == numbered)
  }

  @Test(arguments: [
    ("a/b/c.jpg", true), ("a/b/d/c.jpg", true), ("a/b", true), ("a/bc/d.jpg", false), ("a", false),
    ("z/a/b", false),
  ])
  func `a path lies in a folder at any depth, and in none that begins alike`(path: String, isWithin: Bool) {
    let folders = Set(["a/b", "y"].map { RelativePath(bytes: Array($0.utf8)) })
    #expect(RelativePath(bytes: Array(path.utf8)).isWithin(anyOf: folders) == isWithin)
  }
}
