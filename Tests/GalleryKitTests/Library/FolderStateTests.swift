import Foundation
import GalleryKit
import Support
import Testing

/// Folders that are gone, empty or cannot be written when a library is changed, or opened after a kill.
@Suite(.serialized) struct FolderStateTests {
  enum FolderState: String, CaseIterable, Codable {
    case there, gone, empty, readOnly
  }

  let fixture = LibraryFixture()

  /// Gives up the right to write everywhere, for the rest of this process.
  static func becomeNobody(owning root: String) throws {
    guard geteuid() == 0 else { return }
    let nobody: uid_t = 65_534
    let paths = [root] + (FileManager.default.subpaths(atPath: root) ?? []).map { root + "/" + $0 }
    for path in paths { try #require(unsafe chown(path, nobody, nobody) == 0) }
    try #require(setgid(nobody) == 0 && setuid(nobody) == 0)
  }

  static func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  static func open(_ root: String, disk: any FileChanging = SystemFiles()) throws -> PhotoLibrary {
    try PhotoLibrary(folder: root + "/photos", catalogue: root + "/catalogue/photos.sqlite", disk: disk)
  }

  static func photos(_ root: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root + "/photos").filter { $0.first != "." }.sorted()
  }

  static func hidden(_ root: String) throws -> [String] {
    let folder = root + "/photos"
    return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
      path.split(separator: "/").contains { $0.first == "." } && !path.hasSuffix(".incoming")
    }
  }

  /// Two photos, `old.jpg` and `kept.jpg`.
  private func makeLibrary() async throws -> PhotoLibrary {
    let library = try Self.open(fixture.root)
    try await library.performChanges { changes in
      _ = changes.createAsset(from: try ChangesTests.photo(50, 30), named: "old")
      _ = changes.createAsset(from: try ChangesTests.photo(60, 30), named: "kept")
    }
    return library
  }

  /// A block that brings three originals, one of which is moved here, and deletes one.
  static func exchange(_ library: PhotoLibrary, _ photo: Data, _ source: String) async throws {
    let old = try #require(try library.fetchAssets(ofFile: "old.jpg").first)
    try await library.performChanges { changes in
      for name in ["x", "y"] {
        let asset = changes.createAsset(from: photo, named: name)
        changes.setFavorite(true, asset)
      }
      _ = changes.createAsset(fromFile: source, removingSource: true)
      changes.delete([old])
    }
  }

  @Test(arguments: EndingFiles.Moment.allCases, FolderState.allCases)
  func `a block that is killed is done or not done, whatever has become of the folder`(
    moment: EndingFiles.Moment, state: FolderState
  ) async throws {
    do { _ = try await makeLibrary() }
    let (root, photo) = (fixture.root, try ChangesTests.photo())
    try fixture.write(photo, to: "../card.jpg")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [root = root as String, photo = photo as Data, moment = moment as EndingFiles.Moment] in
      try Self.becomeNobody(owning: root)
      let library = try Self.open(root, disk: EndingFiles(moment: moment))
      try await Self.exchange(library, photo, root + "/card.jpg")
    }
    await #expect(processExitsWith: .success) {
      [root = root as String, moment = moment as EndingFiles.Moment, state = state as FolderState] in
      try Self.becomeNobody(owning: root)
      try Self.visit(root, state)
      try Self.expectWhole(root, isDone: moment == .committed)
    }
  }

  /// Opens and indexes the library while its folder is in that state, two days later, and then puts it right.
  static func visit(_ root: String, _ state: FolderState) throws {
    let (files, folder, away) = (FileManager.default, root + "/photos", root + "/away")
    var options = PhotoLibrary.IndexOptions()
    options.now = Date().addingTimeInterval(2 * 86_400)
    switch state {
    case .there: _ = try open(root).index(options)
    case .readOnly:
      for place in [folder, folder + "/.incoming"] { try setMode(0o555, place) }
      _ = try open(root).index(options)
      for place in [folder, folder + "/.incoming"] { try setMode(0o755, place) }
    case .gone:
      try files.moveItem(atPath: folder, toPath: away)
      #expect(throws: LibraryError.folderMissing(folder)) { try open(root) }
      try files.moveItem(atPath: away, toPath: folder)
    case .empty:
      try files.moveItem(atPath: folder, toPath: away)
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let library = try open(root)
      #expect(throws: LibraryError.self) { try library.index(options) }
      try files.removeItem(atPath: folder)
      try files.moveItem(atPath: away, toPath: folder)
    }
  }

  static func expectWhole(_ root: String, isDone: Bool) throws {
    let library = try open(root)
    let assets = try library.fetchAssets()
    let expected = isDone ? ["card.jpg", "kept.jpg", "x.jpg", "y.jpg"] : ["kept.jpg", "old.jpg"]
    #expect(assets.names.sorted() == expected)
    #expect(try photos(root) == expected)
    #expect(assets.filter(\.isFavorite).count == (isDone ? 2 : 0))
    #expect(FileManager.default.fileExists(atPath: root + "/card.jpg") != isDone)
    for asset in assets { #expect(try !ImageProbe.probe(path: asset.original.path).storedSize.isEmpty) }
    var options = PhotoLibrary.IndexOptions()
    options.now = Date().addingTimeInterval(4 * 86_400)
    #expect(try library.index(options).counts == "+0 ~0 -0 =\(expected.count)")
    #expect(try hidden(root) == [])
  }

  @Test func `deleting from a folder that cannot be written fails, and changes nothing`() async throws {
    do { _ = try await makeLibrary() }
    await #expect(processExitsWith: .success) { [root = fixture.root as String] in
      try Self.becomeNobody(owning: root)
      let library = try Self.open(root)
      let before = Array(try library.fetchAssets())
      try Self.setMode(0o555, root + "/photos")
      await #expect(
        throws: LibraryError.changeFailed(
          1, change: "deleting 2 assets",
          reason: "cannot remove \(before.names[0]) from \(root)/photos: Permission denied")
      ) {
        try await library.performChanges { changes in
          changes.setFavorite(true, before[0])
          changes.delete(before)
        }
      }
      #expect(Array(try library.fetchAssets()) == before)
      #expect(try Self.photos(root) == ["kept.jpg", "old.jpg"])
      try Self.setMode(0o755, root + "/photos")
      #expect(try library.index().counts == "+0 ~0 -0 =2")
      try await library.performChanges { $0.delete(before) }
      #expect(try Self.photos(root) == [])
    }
  }

  @Test func `a block whose last file cannot be removed puts the others back`() async throws {
    do {
      let library = try await makeLibrary()
      try fixture.write(to: "locked/a.jpg")
      _ = try library.index(probe: LibraryFixture.read)
    }
    await #expect(processExitsWith: .success) { [root = fixture.root as String] in
      try Self.becomeNobody(owning: root)
      let library = try Self.open(root)
      let before = Array(try library.fetchAssets())
      try Self.setMode(0o555, root + "/photos/locked")
      let locked = before.filter { $0.original.path.contains("locked") }
      await #expect(throws: LibraryError.self) {
        try await library.performChanges { changes in
          _ = changes.createAsset(from: try ChangesTests.photo(), named: "new")
          changes.delete(before.filter { !locked.contains($0) } + locked)
        }
      }
      #expect(Array(try library.fetchAssets()) == before)
      #expect(try Self.photos(root) == ["kept.jpg", "locked", "old.jpg"])
      #expect(try Self.hidden(root) == [])
      try Self.setMode(0o755, root + "/photos/locked")
      #expect(try library.index(probe: LibraryFixture.read).counts == "+0 ~0 -0 =3")
    }
  }

  @Test func `while the folder's disk is away, no photo is added or deleted`() async throws {
    let library = try await makeLibrary()
    let before = Array(try library.fetchAssets())
    let (away, photo) = (fixture.root + "/away", try ChangesTests.photo())
    try FileManager.default.moveItem(atPath: fixture.folder, toPath: away)
    try fixture.makeFolder(fixture.folder)
    let missing = LibraryError.tooManyMissing(fixture.folder, missing: 2, of: 2)
    #expect(await ChangesTests.failure(library) { $0.delete([before[0]]) } == missing)
    #expect(await ChangesTests.failure(library) { _ = $0.createAsset(from: photo) } == missing)
    #expect(try fixture.names() == [])

    try FileManager.default.removeItem(atPath: fixture.folder)
    try FileManager.default.moveItem(atPath: away, toPath: fixture.folder)
    #expect(try library.index().counts == "+0 ~0 -0 =2")
    #expect(Array(try library.fetchAssets()) == before)
    try await library.performChanges { $0.delete(before) }
    #expect(try Self.photos(fixture.root) == [])
  }

  @Test func `an original that cannot be copied into the folder says why in a sentence`() async throws {
    let library = try await makeLibrary()
    try fixture.remove(".incoming")
    try fixture.write(Data(), to: ".incoming")
    let photo = try ChangesTests.photo()
    let error = await ChangesTests.failure(library) { _ = $0.createAsset(from: photo, named: "new") }
    let reason = try #require(error?.reason(ofChange: 0))
    #expect(reason.hasPrefix("cannot make \(fixture.folder)/.incoming/"))
    #expect(reason.hasSuffix(": Not a directory"))
  }

  @Test(arguments: [SystemError(EPERM), SystemError(ENOTSUP), SystemError(ENOSYS), nil])
  func `without hard links, or with odd ones, a photo comes and goes once`(error: SystemError?) async throws {
    let library = try Self.open(fixture.root, disk: OddLinks(error: error))
    try await library.performChanges { _ = $0.createAsset(from: try ChangesTests.photo(), named: "a") }
    #expect(try library.fetchAssets().names == ["a.jpg"])
    #expect(try Self.photos(fixture.root) == ["a.jpg"])
    #expect(try Self.hidden(fixture.root) == [])
    #expect(try library.index().counts == "+0 ~0 -0 =1")
    let assets = Array(try library.fetchAssets())
    try await library.performChanges { $0.delete(assets) }
    #expect(try Self.photos(fixture.root) == [])
    #expect(try Self.hidden(fixture.root) == [])
  }

  // MARK: The catalogue

  @Test(arguments: [true, false])
  func `a catalogue that cannot be written is read, and refuses changes`(wholeFolder: Bool) async throws {
    do { _ = try await makeLibrary() }
    await #expect(processExitsWith: .success) {
      [root = fixture.root as String, wholeFolder = wholeFolder as Bool] in
      try Self.becomeNobody(owning: root)
      let file = root + "/catalogue/photos.sqlite"
      if wholeFolder { try Self.setMode(0o555, root + "/catalogue") } else { try Self.setMode(0o444, file) }
      let library = try Self.open(root)
      #expect(library.isReadOnly)
      let assets = try library.fetchAssets()
      #expect(assets.names.sorted() == ["kept.jpg", "old.jpg"])
      #expect(try library.summary().photos == 2)
      let refused = LibraryError.catalogueReadOnly(file)
      await #expect(throws: refused) { try await library.performChanges { $0.setFavorite(true, assets[0]) } }
      await #expect(throws: refused) { try await library.performChanges { $0.delete([assets[0]]) } }
      #expect(throws: refused) { try library.index() }
      #expect(try Self.photos(root) == ["kept.jpg", "old.jpg"])
      #expect(try Self.hidden(root) == [])
    }
  }

  @Test(arguments: [true, false])
  func `a change to a catalogue that was removed or replaced is an error`(replaced: Bool) async throws {
    let library = try await makeLibrary()
    let asset = try #require(try library.fetchAssets().first)
    let other = fixture.root + "/copy.sqlite"
    try library.copyCatalogue(to: other)
    try FileManager.default.removeItem(atPath: fixture.catalogue)
    if replaced { try FileManager.default.moveItem(atPath: other, toPath: fixture.catalogue) }
    let lost = LibraryError.catalogueReplaced(fixture.catalogue)
    #expect(await ChangesTests.failure(library) { $0.setFavorite(true, asset) } == lost)
    #expect(await ChangesTests.failure(library) { $0.delete([asset]) } == lost)
    #expect(FileManager.default.fileExists(atPath: asset.original.path))
    #expect(throws: lost) { try library.index() }
  }

  @Test func `a catalogue that was emptied says that it was made again`() async throws {
    do {
      let library = try await makeLibrary()
      #expect(!library.catalogueWasEmptied)
    }
    #expect(try !Self.open(fixture.root).catalogueWasEmptied)
    try Data().write(to: URL(fileURLWithPath: fixture.catalogue))
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: fixture.catalogue + suffix) }
    let library = try Self.open(fixture.root)
    #expect(library.catalogueWasEmptied)
    #expect(try library.fetchAssets().isEmpty)
  }
}

/// What a test's disk leaves to the system.
extension FileChanging {
  func copy(_ source: String, to path: String) throws { try SystemFiles().copy(source, to: path) }
  func write(_ data: Data, to path: String) throws { try SystemFiles().write(data, to: path) }
  func move(_ path: [UInt8], to name: [UInt8]) throws(SystemError) { try SystemFiles().move(path, to: name) }
  func remove(_ path: [UInt8]) throws(SystemError) { try SystemFiles().remove(path) }
}

/// Files of a block that brings originals, the last of them by copying, and removes two, which end the process at a moment.
struct EndingFiles: FileChanging {
  enum Moment: String, Codable, CaseIterable {
    /// New originals are copied into the library's folder.
    case staged
    /// The steps with files are recorded.
    case planned
    /// Files are in their places; the transaction is not committed yet.
    case carriedOut
    /// The transaction is committed.
    case committed
  }

  let moment: Moment
  private let moves = Locked(0)

  init(moment: Moment) { self.moment = moment }

  private func end(_ here: Moment) {
    if here == moment { kill(getpid(), SIGKILL) }
  }

  func copy(_ source: String, to path: String) throws {
    try SystemFiles().copy(source, to: path)
    end(.staged)
  }

  func link(_ path: [UInt8], as name: [UInt8]) throws(SystemError) {
    end(.planned)
    try SystemFiles().link(path, as: name)
  }

  func move(_ path: [UInt8], to name: [UInt8]) throws(SystemError) {
    try SystemFiles().move(path, to: name)
    let count = moves.withLock { count in
      count += 1
      return count
    }
    if count == 2 { end(.carriedOut) }
  }

  func remove(_ path: [UInt8]) throws(SystemError) {
    end(.committed)
    try SystemFiles().remove(path)
  }
}

/// Files of a system whose hard links differ from a disk's.
struct OddLinks: FileChanging {
  /// The error of a link; `nil` gives each link its own inode, as SSHFS does.
  let error: SystemError?

  func link(_ path: [UInt8], as name: [UInt8]) throws(SystemError) {
    if let error { throw error }
    let file = try OpenFile(path)
    let status = try file.status()
    let other = try OpenFile(name, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o644)
    try other.write(try file.bytes(at: 0, count: status.byteCount))
    try other.setModified(status.modified)
  }
}
