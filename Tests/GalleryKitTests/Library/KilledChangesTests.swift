import Foundation
import GalleryKit
import TestSupport
import Testing

/// Processes that change a library and are killed, or run at the same time as another.
@Suite(.serialized) struct KilledChangesTests {
  /// The number of killed processes; `SCROLLSIM_KILLS` asks for more.
  static let kills = ProcessInfo.processInfo.environment["SCROLLSIM_KILLS"].flatMap(Int.init) ?? 5

  let fixture = LibraryFixture()

  /// A block whose parts belong together: an album and a photo in it, which is a favourite, in place of an older photo
  /// and its album.
  static func exchange(_ library: PhotoLibrary, _ photo: Data, number: Int) async throws {
    let oldest = try library.fetchAlbums().first
    let doomed = try oldest.map { try library.fetchAssets(in: $0) }
    try await library.performChanges { changes in
      let asset = changes.createAsset(from: photo, named: "photo")
      let album = changes.createAlbum(title: String(format: "%06d", number))
      changes.insert([asset], into: album)
      changes.setFavorite(true, asset)
      if number > 3, let oldest, let doomed {
        changes.delete(Array(doomed))
        changes.delete([.assets(oldest)])
      }
    }
  }

  /// Every block is whole: an album for a photo, and a sound original for each.
  static func expectWhole(_ root: String) throws {
    let library = try FolderStateTests.open(root)
    let albums = try library.fetchAlbums()
    let assets = try library.fetchAssets()
    #expect(albums.count == assets.count)
    #expect(assets.allSatisfy { $0.isFavorite })
    for album in albums { #expect(try library.fetchAssets(in: album).count == 1) }
    for asset in assets {
      #expect(try ImageProbe.probe(path: asset.original.path).storedSize == PixelSize(width: 40, height: 30))
    }
    // No deleted original is left, and no original on disk is unknown.
    let report = try library.index()
    #expect(report.counts == "+0 ~0 -0 =\(assets.count)")
  }

  @Test func `a process that is killed leaves whole blocks and every original`() async throws {
    let root = fixture.root
    let photo = try ChangesTests.photo()
    var shuffler = Shuffler(seed: UInt64(Date().timeIntervalSince1970))
    for _ in 0..<Self.kills {
      let delay = UInt32(2_000 + shuffler.next(120_000))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [root = root as String, photo = photo as Data, delay = delay as UInt32] in
        let library = try FolderStateTests.open(root)
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        for number in 0... { try await Self.exchange(library, photo, number: number) }
      }
      try Self.expectWhole(root)
    }
  }

  @Test func `a photo that the user removes after its deletion was killed is missing`() throws {
    let library = try fixture.indexed(writing: ["a.jpg", "b.jpg", "c.jpg"])
    // As a kill between the plan and its execution would leave it.
    try fixture.openJournal(staged: nil, isCommitted: false)
    try fixture.remove("a.jpg")
    #expect(try library.index(probe: fixture.probe).counts == "+0 ~0 -1 =2")
    #expect(try library.fetchAssets().names.sorted() == ["b.jpg", "c.jpg"])
  }

  @Test func `two processes that change one album at once lose nothing, and both succeed`() async throws {
    let root = fixture.root
    let library = try FolderStateTests.open(root)
    let photo = try ChangesTests.photo()
    let name = try await library.makeAlbum().localIdentifier
    async let other: Void = appendInAnotherProcess(20, to: name, photo)
    try await Self.append(20, to: name, root, photo)
    await other
    let album = try #require(try library.fetchAlbums(withLocalIdentifiers: [name]).first)
    #expect(try library.fetchAssets(in: album).count == 40)
    #expect(try library.index().counts == "+0 ~0 -0 =40")
  }

  private func appendInAnotherProcess(_ count: Int, to name: String, _ photo: Data) async {
    let root = fixture.root
    await #expect(processExitsWith: .success) {
      [root = root as String, photo = photo as Data, name = name as String, count = count as Int] in
      try await Self.append(count, to: name, root, photo)
      // At once: memory still held then is no leak, whatever the address sanitizer says.
      _exit(EXIT_SUCCESS)
    }
  }

  /// Puts photos into an album one by one, reading it in between.
  static func append(_ count: Int, to name: String, _ root: String, _ photo: Data) async throws {
    let library = try FolderStateTests.open(root)
    for _ in 0..<count {
      let album = try #require(try library.fetchAlbums(withLocalIdentifiers: [name]).first)
      let before = try library.fetchAssets(in: album).count
      try await library.performChanges { changes in
        let asset = changes.createAsset(from: photo, named: "photo")
        changes.insert([asset], into: album)
      }
      try #require(try library.fetchAssets(in: album).count > before)
    }
  }
}
