import Foundation
import GalleryKit
import Testing

@Suite("The file of an asset")
struct AssetFileTests {
  let fixture = LibraryFixture()

  @Test func `an asset has its file's name, type, weight and place`() throws {
    let library = try fixture.indexed(writing: ["2024/Café 1.PNG"])
    let photo = try #require(try library.fetchAssets().first)
    #expect(photo.fileName == "Café 1.PNG")
    #expect(photo.uniformTypeIdentifier == "public.png")
    #expect(photo.byteCount == "40×30".utf8.count)
    #expect(photo.fileURL?.path == fixture.folder + "/2024/Café 1.PNG")
    #expect(try library.fetchAssets(ofFile: "2024/Café 1.PNG").identifiers == [photo.localIdentifier])
  }

  @Test func `a search by name finds text in any case and any accents, as memory does`() throws {
    let names = ["Café.jpg", "CAFE\u{301} 2.jpg", "decaf\u{00e9}.jpg", "cofe.jpg", "x/cafe/y.jpg", "%.jpg"]
    let library = try fixture.indexed(writing: names)
    let all = Array(try library.fetchAssets())
    func found(_ text: String) throws -> Set<String> {
      let predicate = AssetPredicate.where { $0.fileName.contains(text) }
      let found = try library.fetchAssets(FetchOptions(predicate: predicate))
      #expect(found.identifiers == all.filter(predicate.matches).identifiers)
      return Set(found.map(\.fileName))
    }
    #expect(try found("cafe") == ["Café.jpg", "CAFE\u{301} 2.jpg", "decaf\u{00e9}.jpg"])
    #expect(try found("%") == ["%.jpg"])
    #expect(try found("").count == names.count)
    #expect(try found("zebra").isEmpty)
  }

  @Test func `fetches are sorted by name and by weight`() throws {
    try fixture.write("40×30 1 100", to: "b.jpg")
    let library = try fixture.indexed(writing: ["c.jpg", "a.jpg"])
    func names(_ key: FetchOptions.SortKey, ascending: Bool) throws -> [String] {
      try library.fetchAssets(FetchOptions(sortDescriptors: [.init(key, ascending: ascending)])).map(
        \.fileName)
    }
    #expect(try names(.fileName, ascending: true) == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(try names(.fileName, ascending: false) == ["c.jpg", "b.jpg", "a.jpg"])
    #expect(try names(.byteCount, ascending: false).first == "b.jpg")
  }

  @Test func `a client whose access was taken back gets no place`() async throws {
    _ = try fixture.indexed(writing: ["a.jpg"])
    let client = try await fixture.client(.authorized)
    let photo = try #require(try client.fetchAssets().first)
    #expect(photo.fileURL != nil)
    try await fixture.open(.denied).reviewAuthorization()
    #expect(photo.fileURL == nil)
    #expect(photo.fileName == "a.jpg")
  }

  @Test(arguments: [true, false])
  func `a photo that states no date keeps that of the file it was added from`(isMoved: Bool) async throws {
    let library = try fixture.open()
    let (outside, date) = (fixture.root + "/screenshot.jpg", Date(timeIntervalSince1970: 1_000_000))
    try ChangesTests.photo().write(to: URL(fileURLWithPath: outside))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: outside)
    try await library.performChanges { _ = $0.createAsset(fromFile: outside, removingSource: isMoved) }
    let photo = try #require(try library.fetchAssets().first)
    #expect(photo.creationDate == date && photo.modificationDate == date)
    #expect(FileManager.default.fileExists(atPath: photo.original.path))
    #expect(FileManager.default.fileExists(atPath: outside) != isMoved)
    #expect(try library.index().counts == "+0 ~0 -0 =1")
  }

  // MARK: In the cloud

  @Test func `an asset is given an address, keeps what is known of it, and may lose it again`() throws {
    try fixture.write("40×30 1 100", to: "a/b.jpg", modified: 9)
    let library = try fixture.indexed()
    let local = try #require(try library.fetchAssets().first)
    #expect(!local.isRemote)
    let url = try #require(URL(string: "https://photos.example/a b.jpg?size=full"))
    try library.setRemoteURL(url, forLocalIdentifier: local.localIdentifier)
    try library.setRemoteURL(url, forLocalIdentifier: "nobody")

    let remote = try #require(try library.fetchAssets().first)
    #expect(remote.isRemote)
    #expect(remote.original.remoteURL == url)
    #expect(remote.original.path == "\(library.downloads)/\(local.localIdentifier)")
    #expect(remote.fileName == "b.jpg" && remote.fileURL == nil)
    #expect(remote.pixelSize == local.pixelSize)
    #expect(remote.original.byteCount == local.original.byteCount)
    #expect(try library.asset(withLocalIdentifier: local.localIdentifier) == remote)
    let found = try library.fetchAssets(FetchOptions(predicate: .where { $0.fileName == "b.jpg" }))
    #expect(found.first == remote)

    try library.setRemoteURL(nil, forLocalIdentifier: local.localIdentifier)
    #expect(try library.fetchAssets().first == local)
  }

  @Test func `an index does not forget what is not in the folder but in the cloud`() throws {
    let library = try fixture.indexed(writing: ["here.jpg", "cloud.jpg", "gone.jpg"])
    let cloud = try library.photo("cloud.jpg")
    try library.putInCloud(cloud)
    for name in ["cloud.jpg", "gone.jpg"] { try fixture.remove(name) }
    for removed in [1, 0] {
      #expect(try library.index(probe: fixture.probe).missing == removed)
      let found = try library.fetchAssets()
      #expect(found.count == 2)
      #expect(found.filter(\.isRemote).identifiers == [cloud.localIdentifier])
    }
  }

  @Test func `another photo that comes to lie where one in the cloud was takes only its name`() throws {
    try fixture.write("400×300", to: "b.jpg")
    let library = try fixture.indexed(writing: ["a.jpg", "c.jpg"])
    let (cloud, moved) = (try library.photo("a.jpg"), try library.photo("b.jpg"))
    try library.putInCloud(cloud)
    try fixture.remove("a.jpg")
    try fixture.move("b.jpg", to: "a.jpg")
    let report = try library.index(probe: fixture.probe)
    #expect(report.counts == "+0 ~0 -0 =1" && report.moved == 1)
    #expect(try library.fetchAssets(ofFile: "a.jpg").identifiers == [moved.localIdentifier])
    let found = try #require(try library.asset(withLocalIdentifier: cloud.localIdentifier))
    #expect(found.isRemote && found.pixelSize == cloud.pixelSize && found.fileName == "a 2.jpg")
    #expect(try library.index(probe: fixture.probe).counts == "+0 ~0 -0 =2")
  }

  @Test(arguments: [("400×300", true), ("40×30", false)])
  func `a file in the place of one in the cloud is a photo, or its copy`(text: String, isNew: Bool) throws {
    let library = try fixture.indexed(writing: ["a.jpg", "c.jpg"])
    let cloud = try library.photo("a.jpg")
    try library.putInCloud(cloud)
    try fixture.move("a.jpg", to: "../away.jpg")
    try fixture.write(text, to: "a.jpg", modified: 2000)
    let report = try library.index(probe: fixture.probe)
    #expect(report.counts == (isNew ? "+1 ~0 -0 =1" : "+0 ~1 -0 =1") && report.moved == 0)
    let there = try library.photo("a.jpg")
    #expect((there.localIdentifier != cloud.localIdentifier) == isNew && there.isRemote != isNew)
    let found = try #require(try library.asset(withLocalIdentifier: cloud.localIdentifier))
    #expect(found.isRemote && found.pixelSize == cloud.pixelSize)
    #expect(found.fileName == (isNew ? "a 2.jpg" : "a.jpg"))
    #expect(try library.index(probe: fixture.probe).counts == "+0 ~0 -0 =2")
  }

  @Test(arguments: [false, true])
  func `a missing photo that is given an address is there again, and stays`(isPlaceTaken: Bool) throws {
    let library = try fixture.indexed(writing: ["a.jpg", "b.jpg", "c.jpg"])
    let photo = try library.photo("a.jpg")
    try fixture.move("a.jpg", to: "../away.jpg")
    #expect(try library.index(probe: fixture.probe).missing == 1)
    if isPlaceTaken { try fixture.write("400×300", to: "a.jpg") }
    _ = try library.index(probe: fixture.probe)
    try library.putInCloud(photo)
    let report = try library.index(PhotoLibrary.IndexOptions(missingAreKeptFor: 0), probe: fixture.probe)
    #expect(report.missing == 0 && report.purged == 0)
    let found = try #require(try library.asset(withLocalIdentifier: photo.localIdentifier))
    #expect(found.isRemote && found.pixelSize == photo.pixelSize)
    #expect(found.fileName == (isPlaceTaken ? "a 2.jpg" : "a.jpg"))
    #expect(try library.fetchAssets().count == (isPlaceTaken ? 4 : 3))
  }
}
