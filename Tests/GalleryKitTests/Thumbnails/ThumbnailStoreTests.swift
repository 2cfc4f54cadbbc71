import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryRequests

@Suite struct `The thumbnail store` {
  private let fixture = StoreFixture()

  @Test(arguments: [nil, ColorProfile(bytes: (0..<555).map { UInt8($0 % 256) })])
  func `gives back what it was given, byte for byte, also after it was opened again`(
    profile: ColorProfile?
  ) throws {
    let (photo, store) = (try fixture.photo("a"), try fixture.store())
    let picture = try fixture.keep(photo, profile: profile, in: store)
    #expect(try fixture.found(photo, in: store).map(TestImage.bytes) == TestImage.bytes(picture))
    store.close()
    let again = try fixture.store()
    #expect(again.count == 1)
    let image = try fixture.image(photo, in: again)
    #expect((image?.pixels).map(TestImage.bytes) == TestImage.bytes(picture))
    #expect(image?.colorProfile == profile)
    #expect(again.statistics.hits == 1)
    #expect(fixture.told == [])
  }

  @Test func `books what it gives, and keeps it, though its file is gone, as long as it is held`() throws {
    let (photo, store, picture) = try fixture.kept()
    var image = try fixture.found(photo, in: store)
    for file in try fixture.entries { try FileManager.default.removeItem(atPath: file) }
    #expect(image.map(TestImage.bytes) == TestImage.bytes(picture))
    #expect(fixture.ledger.snapshot.total == 24 * 24 * 4)
    image = nil
    #expect(fixture.ledger.snapshot.total == 0)
  }

  @Test func `stays within its limit, and evicts what was not used for longest`() throws {
    let photos = try (0..<4).map { try fixture.photo("p\($0)") }
    let store = try fixture.store(limit: 3 * 4096)
    for photo in photos[..<3] { try fixture.keep(photo, in: store) }
    _ = try fixture.found(photos[0], in: store)
    try fixture.keep(photos[3], in: store)
    #expect(try photos.map { try fixture.found($0, in: store) != nil } == [true, false, true, true])
    #expect(store.byteCount == 3 * 4096)
    #expect(try fixture.entries.count == 3)
  }

  @Test func `remembers the order of use, and keeps to a limit that has become smaller`() throws {
    let photos = try (0..<4).map { try fixture.photo("p\($0)") }
    let store = try fixture.store()
    for photo in photos { try fixture.keep(photo, in: store) }
    _ = try fixture.found(photos[1], in: store)
    store.close()
    let smaller = try fixture.store(limit: 2 * 4096)
    #expect(try photos.map { try fixture.found($0, in: smaller) != nil } == [false, true, false, true])
    #expect(try fixture.entries.count == 2)
  }

  @Test func `keeps no damaged picture, and none that is larger than its limit`() throws {
    let photo = try fixture.photo("a")
    let store = try fixture.store(limit: 4096)
    let damaged = DecodedImage(pixels: try TestImage.gradient(24, 24), damage: "it breaks off")
    store.insert(damaged, for: try fixture.key(photo), of: try fixture.original(of: photo))
    try fixture.keep(photo, 48, in: store)
    #expect(store.count == 0)
  }

  @Test func `never gives a picture of an original that has changed`() throws {
    let (photo, store, _) = try fixture.kept()
    // As many bytes, and the modification date set back: only the time of change differs.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: photo.original.path))
    try bytes.write(to: URL(fileURLWithPath: photo.original.path))
    try FileManager.default.setAttributes(
      [.modificationDate: photo.modificationDate], ofItemAtPath: photo.original.path)
    #expect(try fixture.found(photo, in: store) == nil)
    #expect(store.statistics.outdated == 1)
    #expect(try fixture.entries == [])
  }

  @Test func `takes a photo that was indexed again for another one`() throws {
    let (_, store, _) = try fixture.kept()
    let new = try fixture.photo("a", 60, 60)
    #expect(store.stored(for: try fixture.key(new)) == .none)
  }

  @Test func `distinguishes every option of an image from every other`() throws {
    let photo = try fixture.photo("a")
    let size = PixelSize(width: 24, height: 24)
    let corner = try NormalizedRect(x: 0, y: 0, width: 0.5, height: 0.5)
    let other = try NormalizedRect(x: 0, y: 0, width: 0.5, height: 0.25)
    let specifications = [
      ImageSpecification(targetSize: size),
      ImageSpecification(targetSize: size, contentMode: .aspectFit),
      ImageSpecification(targetSize: size, resizeMode: .exact),
      ImageSpecification(targetSize: size, colorMode: .asTagged),
      ImageSpecification(targetSize: size, cropRect: corner),
      ImageSpecification(targetSize: size, cropRect: other),
      ImageSpecification(targetSize: PixelSize(width: 24, height: 25)),
    ]
    let keys = specifications.compactMap { ThumbnailKey(asset: photo, specification: $0) }
    #expect(Set(keys).count == specifications.count)
    #expect(Set(keys.map { [$0.family, $0.variant] }).count == specifications.count)
    // Only size and resize mode keep a picture in its family.
    #expect(keys.map { $0.family == keys[0].family } == [true, false, true, false, false, false, true])
  }

  @Test func `distinguishes what a photo looks like now from what it looked like before`() throws {
    let photo = try fixture.photo("a")
    let specification = ImageSpecification(targetSize: PixelSize(width: 24, height: 24))
    let keys = [(0, nil), (1, nil), (1, Adjustments(exposure: 1)), (1, Adjustments(exposure: 2)), (2, nil)]
      .compactMap { (revision: Int, adjustments: Adjustments?) in
        ThumbnailKey(
          asset: Asset(
            localIdentifier: photo.localIdentifier, pixelSize: photo.pixelSize,
            creationDate: photo.creationDate, modificationDate: photo.modificationDate,
            adjustments: adjustments, contentRevision: revision, original: photo.original),
          specification: specification)
      }
    #expect(Set(keys).count == 5)
    #expect(Set(keys.map(\.family)).count == 5)
    #expect(keys[0] == ThumbnailKey(asset: photo, specification: specification))
  }

  @Test func `has no key for pictures in full size`() throws {
    let specification = ImageSpecification(targetSize: PixelSize(width: 9, height: 9), resizeMode: .none)
    #expect(ThumbnailKey(asset: try fixture.photo("a"), specification: specification) == nil)
  }

  @Test func `is written by one and read by others at a time`() throws {
    let photo = try fixture.photo("a")
    let writer = try fixture.store()
    try fixture.keep(photo, in: writer)
    let reader = try fixture.store()
    #expect(fixture.told == [.inUse])
    #expect(!reader.isWriter)
    #expect(try fixture.found(photo, in: reader) != nil)
    try fixture.keep(try fixture.photo("b"), in: reader)
    reader.close()
    #expect(try fixture.entries.count == 1)
    writer.close()
    // The lock ends with the folder's last holder.
    withExtendedLifetime(writer) {}
  }

  @Test func `leaves no file when it is volatile and closed`() throws {
    let photo = try fixture.photo("a")
    let store = try ThumbnailStore(.volatile, byteLimit: 1_000_000)
    let picture = try fixture.keep(photo, in: store)
    let image = try #require(try fixture.found(photo, in: store))
    store.close()
    #expect(!FileManager.default.fileExists(atPath: store.path))
    #expect(TestImage.bytes(image) == TestImage.bytes(picture))
    #expect(try fixture.found(photo, in: store) == nil)
  }

  @Test func `opens while other volatile ones of the same user open`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 { group.addTask { try ThumbnailStore(.volatile, byteLimit: 1).close() } }
      try await group.waitForAll()
    }
  }

  @Test func `lists a folder with other files in it, and leaves them alone`() throws {
    try FileManager.default.createDirectory(atPath: fixture.place, withIntermediateDirectories: true)
    let others = [
      "holiday.jpg", "0123456789abcdef-0123456789abcdef-0x24-9", "0123456789abcdef-0123456789abcdef-24x-9",
      "0123456789ABCDEF-0123456789abcdef-24x24-9", "0123456789abcdef-0123456789abcdef-24x24x24-9",
      "0123456789abcdef-0123456789abcdef-24x24", "0123456789abcdef-0123456789abcdef-24x24-9-9",
    ]
    for name in others { try Data("x".utf8).write(to: URL(fileURLWithPath: "\(fixture.place)/\(name)")) }
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(fixture.place)/.partial-7"))
    let store = try fixture.store()
    #expect(store.count == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: fixture.place)
    #expect(Set(left) == Set(others + ["lock"]))
  }
}
