import Foundation
import GRDB
import GalleryKit
import TestSupport
import Testing

extension LibraryFixture {
  /// Writes a step with the photo `a.jpg` into the journal, as a kill leaves it: to place a staged original, or to remove it.
  func openJournal(staged: String?, isCommitted: Bool = true) throws {
    try DatabaseQueue(path: catalogue).write { db in
      try db.execute(
        sql: """
          INSERT INTO journal (path, staged, aside, byteCount, modifiedNanoseconds, isCommitted)
          SELECT path, CAST(? AS BLOB), CAST('.removed' AS BLOB), byteCount, modifiedNanoseconds, ?
          FROM file WHERE path = CAST('a.jpg' AS BLOB)
          """, arguments: [staged, isCommitted])
    }
  }
}

struct ChangesTests {
  let fixture = LibraryFixture()

  /// A small picture as a JPEG file.
  static func photo(_ width: Int = 40, _ height: Int = 30) throws -> Data {
    Data(try PictureWriter.jpeg().encode(TestImage.gradient(width, height)))
  }

  /// The error that performing these changes ends with.
  static func failure(_ library: PhotoLibrary, _ changes: (inout LibraryChanges) throws -> Void) async
    -> LibraryError?
  {
    do {
      try await library.performChanges(changes)
      return nil
    } catch { return error as? LibraryError }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e12, 253_402_300_800])
  func `a date that no calendar has is refused`(seconds: Double) async throws {
    try fixture.write("40×30 1 1000", to: "a.jpg")
    let library = try fixture.indexed()
    let asset = try #require(try library.fetchAssets().first)
    let failed = await Self.failure(library) {
      $0.setFavorite(true, asset)
      $0.setCreationDate(Date(timeIntervalSince1970: seconds), of: asset)
    }
    let reason = try #require(failed?.reason(ofChange: 1))
    #expect(reason.hasPrefix("expected a date in the years 1 to 9999, found "))
    #expect(try library.fetchAssets().first == asset)
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 253_402_300_799)] {
      try await library.performChanges { $0.setCreationDate(date, of: asset) }
      #expect(try library.fetchAssets().first?.creationDate == date)
    }
  }

  @Test func `an asset made of bytes or a file has an original, and says what the file says`() async throws {
    let library = try fixture.open()
    let outside = fixture.root + "/holiday.jpg"
    try Self.photo(60, 20).write(to: URL(fileURLWithPath: outside))
    var placeholders: [LibraryChanges.Placeholder] = []
    try await library.performChanges { changes in
      placeholders.append(changes.createAsset(from: try Self.photo(), named: "first"))
      for _ in 0..<3 { placeholders.append(changes.createAsset(fromFile: outside)) }
      changes.setFavorite(true, placeholders[1])
    }
    let assets = try library.fetchAssets(withLocalIdentifiers: placeholders.map(\.localIdentifier))
    #expect(assets.names == ["first.jpg", "holiday.jpg", "holiday 2.jpg", "holiday 3.jpg"])
    #expect(assets.map(\.pixelSize.width) == [40, 60, 60, 60])
    #expect(assets.map(\.isFavorite) == [false, true, false, false])
    #expect(assets.allSatisfy { FileManager.default.fileExists(atPath: $0.original.path) })
    #expect(FileManager.default.fileExists(atPath: outside))
    #expect(try fixture.names(in: ".incoming") == [])
    // They are the library's from now on: an index finds nothing new.
    #expect(try library.index().counts == "+0 ~0 -0 =4")
  }

  @Test func `an original outside is removed only when told to, and only once it is safe`() async throws {
    let library = try fixture.open()
    let outside = fixture.root + "/moved.png"
    try Self.photo().write(to: URL(fileURLWithPath: outside))
    try await library.performChanges { changes in
      for _ in 0..<2 { _ = changes.createAsset(fromFile: outside, removingSource: true) }
    }
    #expect(!FileManager.default.fileExists(atPath: outside))
    // It is a JPEG, whatever it was called.
    #expect(try library.fetchAssets().names.sorted() == ["moved.png 2.jpg", "moved.png.jpg"])
  }

  @Test func `a block that fails changes nothing, and says which change and why`() async throws {
    let (library, assets) = try fixture.generated(3)
    let error = await Self.failure(library) { changes in
      changes.setFavorite(true, assets[0])
      _ = changes.createAsset(from: try Self.photo())
      let album = changes.createAlbum(title: "Lisbon")
      changes.insert([assets[0]], into: album, at: 1)
    }
    let description = try #require(error).description
    #expect(description.hasPrefix("change 4 of a block, inserting 1 assets into album "))
    #expect(
      description.hasSuffix(
        ": expected an index up to 0, found 1; fetch again what is there; nothing was changed"))
    #expect(Array(try library.fetchAssets()) == assets)
    #expect(try library.fetchAlbums().isEmpty)
    #expect(try fixture.names(in: ".incoming") == [])
    let broken = await Self.failure(library) { _ = $0.createAsset(from: Data("no picture".utf8), named: "a") }
    #expect(broken?.description.contains("creating an asset from 10 bytes named a") == true)
    let gone = await Self.failure(library) { $0.setHidden(true, Asset.sample("nobody")) }
    let setting = "setting the hidden mark of asset nobody"
    let reason = "there is no asset nobody in the library; fetch the assets again"
    #expect(gone == .changeFailed(0, change: setting, reason: reason))
  }

  @Test func `edits are there at once, survive an index, and leave earlier fetches alone`() async throws {
    let library = try fixture.indexed(writing: ["a.jpg"])
    let before = try library.fetchAssets()
    let asset = before[0]
    let place = try Location(latitude: 38.7, longitude: -9.1, altitude: 12)
    let edits = Adjustments(quarterTurns: 1, exposure: 0.5)
    try await library.performChanges { changes in
      changes.setCreationDate(Date(timeIntervalSince1970: 77), of: asset)
      changes.setLocation(place, of: asset)
      changes.setFavorite(true, asset)
      changes.setAdjustments(edits, of: asset)
    }
    try fixture.write("80×60", to: "a.jpg", modified: 5000)
    _ = try library.index(probe: fixture.probe)
    let after = try #require(try library.asset(withLocalIdentifier: asset.localIdentifier))
    #expect(after.creationDate.timeIntervalSince1970 == 77)
    #expect(after.location == place)
    #expect(after.isFavorite)
    #expect(after.adjustments == edits)
    #expect(after.contentRevision > asset.contentRevision)
    #expect(after.pixelSize.width == 80)
    #expect(before[0] == asset)
    try await library.performChanges { $0.revert(asset) }
    #expect(try library.asset(withLocalIdentifier: asset.localIdentifier)?.hasAdjustments == false)
  }

  @Test func `a photo that was deleted is not taken for the next one at its path`() async throws {
    let library = try fixture.indexed(writing: ["a.jpg"])
    let old = try library.photo("a.jpg")
    let album = try await library.makeAlbum()
    try await library.performChanges { $0.delete([old]) }
    try fixture.write("80×60", to: "a.jpg", modified: 5000)
    _ = try library.index(probe: fixture.probe)
    let new = try library.photo("a.jpg")
    try #require(new.localIdentifier == old.localIdentifier && new.row != old.row)
    let changes: [(inout LibraryChanges) -> Void] = [
      { $0.delete([old]) }, { $0.setFavorite(true, old) }, { $0.insert([old], into: album) },
    ]
    for change in changes {
      let failed = await Self.failure(library, change)
      #expect(failed?.reason(ofChange: 0)?.hasPrefix("there is no asset") == true)
    }
    #expect(try library.photo("a.jpg") == new && fixture.exists("a.jpg"))
    #expect(try library.fetchAssets(in: album).isEmpty)
  }

  @Test(arguments: [["a.jpg", "b.jpg", "c.jpg"], ["c.jpg", "b.jpg", "a.jpg"]])
  func `a photo and links to it can be deleted together, in any order`(names: [String]) async throws {
    try fixture.write(to: "a.jpg")
    for (link, target) in [("b.jpg", "a.jpg"), ("c.jpg", "b.jpg")] { try fixture.link(link, to: target) }
    let library = try fixture.indexed()
    let assets = try names.map(library.photo)
    try #require(assets.names == names)
    try await library.performChanges { $0.delete(assets) }
    #expect(try library.fetchAssets().isEmpty)
    #expect(try fixture.names() == [])
    let report = try library.index(probe: fixture.probe)
    #expect(report.counts == "+0 ~0 -0 =0" && report.failures.isEmpty)
  }

  @Test func `deleting removes the original, unless another asset shows it or it is replaced`() async throws {
    let (library, assets) = try fixture.generated(4, over: 3)  // 3 and 0 show 0.jpg, then 2, 1
    #expect(assets.names == ["0.jpg", "2.jpg", "1.jpg", "0.jpg"])
    try fixture.write("another picture", to: "2.jpg", modified: 9999)
    try await library.performChanges { $0.delete([assets[0], assets[1], assets[2]]) }
    #expect(try fixture.names() == ["0.jpg", "2.jpg"])
    #expect(Array(try library.fetchAssets()) == [assets[3]])
  }

  @Test func `photos and albums that are given twice are deleted once`() async throws {
    let (library, assets) = try fixture.generated(3)
    let album = try await library.makeAlbum()
    try await library.performChanges { changes in
      changes.delete([assets[0], assets[0]])
      changes.delete([.assets(album), .assets(album)])
    }
    #expect(try library.fetchAssets().count == 2)
    #expect(try library.fetchAlbums().isEmpty)
  }

  /// Makes a photo as `a.jpg`, and returns the path of its staged original.
  private func makePhoto(in library: PhotoLibrary) async throws -> String {
    var placeholder: LibraryChanges.Placeholder?
    try await library.performChanges { placeholder = $0.createAsset(from: try Self.photo(), named: "a") }
    return ".incoming/\(try #require(placeholder).localIdentifier).jpg"
  }

  @Test func `what was promised before a kill is done when the library is opened again`() async throws {
    let library = try fixture.open()
    let staged = try await makePhoto(in: library)
    // As a kill between the transaction and the move would leave it.
    try fixture.openJournal(staged: staged)
    try fixture.move("a.jpg", to: staged)
    let reopened = try fixture.open()
    #expect(
      try reopened.fetchAssets().allSatisfy { FileManager.default.fileExists(atPath: $0.original.path) })
    #expect(try reopened.index().counts == "+0 ~0 -0 =1")
    // Doing it again does nothing, and a stranger's file of that name is not touched.
    try fixture.openJournal(staged: staged)
    #expect(try fixture.open().fetchAssets().count == 1)
    try fixture.move("a.jpg", to: staged)
    try fixture.write("stranger", to: "a.jpg")
    try fixture.openJournal(staged: staged)
    #expect(try fixture.open().fetchAssets().names == ["a 2.jpg"])
    #expect(try fixture.text("a.jpg") == "stranger")
    #expect(try fixture.names(in: ".incoming") == [])
  }

  @Test func `a new original that got another name before a kill keeps it, and its photo`() async throws {
    let library = try fixture.open()
    let staged = try await makePhoto(in: library)
    // As a kill between the transaction and the move would leave it; then a stranger takes the name.
    try fixture.move("a.jpg", to: staged)
    try fixture.write("stranger", to: "a.jpg")
    try fixture.openJournal(staged: staged)
    // The process that settles it moves the photo, and is ended before the catalogue knows where to.
    try fixture.execute(
      "CREATE TRIGGER kill BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'killed'); END")
    #expect(throws: LibraryError.self) { try fixture.open() }
    #expect(fixture.exists("a 2.jpg"))
    try fixture.execute("DROP TRIGGER kill")
    #expect(try fixture.open().fetchAssets().names == ["a 2.jpg"])
    #expect(try fixture.text("a.jpg") == "stranger")
    #expect(try fixture.names().filter { $0.first != "." } == ["a 2.jpg", "a.jpg"])
    #expect(!fixture.exists(staged))
  }

  @Test func `a new original takes no name of a photo that is known, though its file is gone`() async throws {
    let library = try fixture.open()
    var made: [String] = []
    try await library.performChanges { changes in
      for (name, width) in [("a", 40), ("a 2", 50)] {
        made.append(changes.createAsset(from: try Self.photo(width), named: name).localIdentifier)
      }
    }
    let before = try library.fetchAssets()
    // As a kill between the transaction and the move would leave it; then a stranger takes the name.
    let staged = ".incoming/\(made[0]).jpg"
    try fixture.move("a.jpg", to: staged)
    try fixture.write("stranger", to: "a.jpg")
    try fixture.remove("a 2.jpg")
    try fixture.openJournal(staged: staged)
    var names: [String] = []
    let change = try await library.change { names = try fixture.open().fetchAssets().names }
    #expect(Set(names) == ["a 2.jpg", "a 3.jpg"])
    let details = try #require(try change.details(for: before))
    #expect(details.removedObjects.isEmpty)
    #expect(details.changedObjects.identifiers == [made[0]])
    #expect(details.changedObjects.names == ["a 3.jpg"])
  }

  @Test func `a part of a result, and placeholders beside assets, can be put into an album`() async throws {
    let library = try fixture.generate(9)
    let result = try library.fetchAssets()
    var created: LibraryChanges.Placeholder?
    try await library.performChanges { changes in
      let album = changes.createAlbum(title: "Lisbon")
      changes.insert(result.prefix(5), into: album)
      changes.remove(result.prefix(2), from: album)
      let new = changes.createAsset(from: try Self.photo())
      changes.insert([new, result[8]], into: album, at: 0)
      created = new
    }
    let album = try #require(try library.fetchAlbums().first)
    #expect(
      try library.fetchAssets(in: album).identifiers
        == [created?.localIdentifier ?? ""] + [result[8], result[2], result[3], result[4]].identifiers)
  }

  @Test func `albums keep the order of all insertions, moves and removals, as an array would`() async throws {
    let (library, assets) = try fixture.generated(60)
    let name = try await library.makeAlbum("Order")
    var expected: [String] = []
    var shuffler = Shuffler(seed: 5)
    for _ in 0..<150 {
      let action = shuffler.next(3)
      let chosen = (0..<1 + shuffler.next(4)).map { _ in assets[shuffler.next(assets.count)] }
      let place = shuffler.next(expected.count + 1)
      let indexes = IndexSet((0..<min(3, expected.count)).map { _ in shuffler.next(expected.count) })
      let target = shuffler.next(expected.count - indexes.count + 1)
      try await library.performChanges { changes in
        switch action {
        case 0:
          changes.insert(chosen, into: name, at: place)
          var seen = Set(expected)
          expected.insert(
            contentsOf: chosen.map(\.localIdentifier).filter { seen.insert($0).inserted }, at: place)
        case 1:
          changes.remove(chosen, from: name)
          expected.removeAll { chosen.identifiers.contains($0) }
        default:
          changes.move(indexes, to: target, in: name)
          let moved = indexes.map { expected[$0] }
          for index in indexes.reversed() { expected.remove(at: index) }
          expected.insert(contentsOf: moved, at: target)
        }
      }
      let stored = try #require(try library.fetchAlbums(withLocalIdentifiers: [name.localIdentifier]).first)
      #expect(try library.fetchAssets(in: stored).identifiers == expected)
      #expect(stored.estimatedAssetCount == expected.count)
    }
  }

  @Test func `lists hold albums and lists to any depth, and never themselves`() async throws {
    let library = try fixture.open()
    var (years, year, album):
      (LibraryChanges.Placeholder?, LibraryChanges.Placeholder?, LibraryChanges.Placeholder?)
    try await library.performChanges { changes in
      let outer = changes.createList(title: "Years")
      let inner = changes.createList(title: "2026", in: outer)
      (years, year) = (outer, inner)
      album = changes.createAlbum(title: "May", in: inner)
      _ = changes.createAlbum(title: "April", in: inner)
    }
    let outer = try #require(try library.fetchTopLevelCollections().first)
    guard case .list(let list) = outer else { throw CancellationError() }
    #expect(list.localIdentifier == years?.localIdentifier)
    let inner = try #require(try library.fetchCollections(in: list).first)
    guard case .list(let months) = inner else { throw CancellationError() }
    #expect(try library.fetchCollections(in: months).map(\.localizedTitle) == ["May", "April"])
    let (loop, may) = (try #require(year), try #require(album))
    let error = await Self.failure(library) { $0.move(list, into: loop) }
    let moving = "moving \(list.localIdentifier)"
    #expect(error == .changeFailed(0, change: moving, reason: "a list cannot be moved into itself"))
    try await library.performChanges { changes in
      changes.move(may, into: loop, at: 1)
      changes.rename(may, to: "Maio")
    }
    #expect(try library.fetchCollections(in: months).map(\.localizedTitle) == ["April", "Maio"])
    try await library.performChanges { $0.delete([outer]) }
    #expect(try library.fetchTopLevelCollections().isEmpty)
    #expect(try library.fetchAlbums().isEmpty)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a list that damage put into itself takes nothing until it is moved to the top level`() async throws {
    let library = try fixture.open()
    var placeholders: [LibraryChanges.Placeholder] = []
    try await library.performChanges { changes in
      placeholders = [changes.createList(title: "2026"), changes.createAlbum(title: "May")]
    }
    let (list, album) = (placeholders[0], placeholders[1])
    try fixture.execute("UPDATE collection SET parent = id WHERE isList")
    let error = await Self.failure(library) { $0.move(album, into: list) }
    #expect(try #require(error).description.contains("move that list to the top level first"))
    try await library.performChanges { changes in
      changes.move(list, into: nil)
      changes.move(album, into: list)
    }
    #expect(try library.fetchTopLevelCollections().map(\.localizedTitle) == ["2026"])
  }

  @Test(arguments: [true, false])
  func `a list and an album in it can be deleted together, in any order`(isListFirst: Bool) async throws {
    let library = try fixture.open()
    try await library.performChanges { changes in
      let list = changes.createList(title: "2026")
      _ = changes.createAlbum(title: "May", in: list)
      _ = changes.createAlbum(title: "Lisbon")
    }
    let list = try #require(try library.fetchTopLevelCollections().first)
    let may = try #require(try library.fetchAlbums().last)
    let given: [PhotoCollection] = isListFirst ? [list, .assets(may)] : [.assets(may), list]
    try await library.performChanges { $0.delete(given) }
    #expect(try library.fetchTopLevelCollections().map(\.localizedTitle) == ["Lisbon"])
    #expect(try library.fetchAlbums().map(\.localizedTitle) == ["Lisbon"])
  }
}
