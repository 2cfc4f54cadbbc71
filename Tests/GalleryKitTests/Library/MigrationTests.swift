import Foundation
import GRDB
import GalleryKit
import Testing

/// Catalogues of earlier versions, as these wrote them: the statements here are history, and never change.
struct MigrationTests {
  private static let steps = [
    (
      "files and assets",
      """
      PRAGMA application_id = 1935897196;
      CREATE TABLE file (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, byteCount INTEGER NOT NULL,
        modifiedNanoseconds INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
        orientation INTEGER NOT NULL, format TEXT NOT NULL, hasEmbeddedThumbnail INTEGER NOT NULL,
        created REAL NOT NULL, modified REAL NOT NULL, failure TEXT) STRICT;
      CREATE TABLE asset (id INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE,
        file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE, created REAL NOT NULL, modified REAL NOT NULL,
        isHidden INTEGER NOT NULL DEFAULT 0, isFavorite INTEGER NOT NULL DEFAULT 0) STRICT;
      CREATE INDEX assetByCreation ON asset (created, identifier, isHidden);
      CREATE INDEX assetByModification ON asset (modified, identifier, isHidden);
      CREATE INDEX assetByFile ON asset (file);
      """
    ),
    (
      "multi-picture previews",
      "UPDATE file SET modifiedNanoseconds = ~modifiedNanoseconds WHERE format LIKE 'jpeg%'"
    ),
    ("remote originals", "ALTER TABLE asset ADD COLUMN url TEXT"),
  ]

  let fixture: LibraryFixture

  init() throws { fixture = try LibraryFixture() }

  /// Makes a catalogue of three photos as a version with `steps` steps made it; the index had seen the files as they are.
  private func writeCatalogue(steps: Int) throws {
    let folder = (fixture.catalogue as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: fixture.catalogue)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      for (name, statements) in Self.steps.prefix(steps) {
        try db.execute(sql: statements)
        try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
      }
      try db.execute(
        sql: """
          INSERT INTO file VALUES
            (4, CAST('a.jpg' AS BLOB), 5, 1000000000000, 40, 30, 1, 'jpegBaseline', 0, 50, 1000, NULL),
            (5, CAST('b.png' AS BLOB), 5, 1000000000000, 40, 30, 1, 'png', 0, 60, 1000, NULL),
            (9, CAST('c.jpg' AS BLOB), 1, 1000000000000, 0, 0, 1, 'unknown', 0, 70, 1000, 'no photo');
          INSERT INTO asset (id, identifier, file, created, modified, isHidden, isFavorite) VALUES
            (2, 'first', 4, 51, 1000, 0, 1), (3, 'second', 5, 60, 1000, 1, 0), (7, 'third', 9, 70, 1000, 0, 0);
          """)
      if steps > 2 { try db.execute(sql: "UPDATE asset SET url = 'https://origin/b.png' WHERE id = 3") }
    }
    try queue.close()
  }

  @Test(arguments: 1...3)
  func `a catalogue of an earlier version keeps its photos, and what the user said of them`(steps: Int) throws
  {
    try fixture.write(to: "a.jpg")
    try fixture.write(to: "b.png")
    try fixture.write("?", to: "c.jpg")
    try writeCatalogue(steps: steps)
    let library = try fixture.open()
    let options = FetchOptions(includeHidden: true)
    let assets = Array(try library.fetchAssets(options))
    #expect(assets.map(\.localIdentifier) == ["third", "second", "first"])
    #expect(assets.map(\.isFavorite) == [false, false, true])
    #expect(assets.map(\.isHidden) == [false, true, false])
    #expect(assets.map(\.creationDate.timeIntervalSince1970) == [70, 60, 51])
    #expect(assets.map(\.isRemote) == [false, steps > 2, false])
    #expect(assets[0].failure == "no photo")
    #expect(try library.fetchAssets().identifiers == ["third", "first"])

    // Every file is read again, for data that earlier versions did not read; photos stay the same.
    let report = try library.index(probe: fixture.probe)
    #expect(report.counts == "+0 ~3 -0 =0")
    #expect(Set(fixture.takeProbes()) == ["a.jpg", "b.png", "c.jpg"])
    #expect(try library.fetchAssets(options).identifiers == ["third", "second", "first"])
    let first = try #require(try library.fetchAssets(options).last)
    #expect(first.isFavorite && first.creationDate.timeIntervalSince1970 == 51)
    #expect(try library.index(probe: fixture.probe).counts == "+0 ~0 -0 =3")
  }

  @Test func `a catalogue of an earlier version takes albums, edits and changes`() async throws {
    try fixture.write(to: "a.jpg")
    try writeCatalogue(steps: 1)
    let library = try fixture.open()
    let asset = try #require(try library.fetchAssets(FetchOptions(includeHidden: true)).last)
    try await library.performChanges { changes in
      let album = changes.createAlbum(title: "Old")
      changes.insert([asset], into: album)
      changes.setHidden(true, asset)
    }
    let album = try #require(try library.fetchAlbums().first)
    let hidden = FetchOptions(includeHidden: true)
    #expect(try library.fetchAssets(in: album, hidden).identifiers == ["first"])
    // No other asset gets its number, even once it is gone.
    try await library.performChanges { $0.delete([asset]) }
    #expect(try library.fetchAssets(in: album, hidden).isEmpty)
  }
}
