import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryRequests

@Suite struct `When the disk fails, the thumbnail store` {
  private let fixture = StoreFixture()

  @Test(arguments: [
    0, 7, 8, 15, 16, 24, 31, 32, 36, 40, 44, 48, 71, 72, 90, 511, 512, 1500, 2815, 2816, 2875,
  ])
  func `drops an entry of which one bit has flipped, and stores it again`(byte: Int) throws {
    let photo = try fixture.photo("a")
    let store = try fixture.store()
    let picture = try fixture.keep(photo, profile: ColorProfile(bytes: Array(1...60)), in: store)
    let file = try #require(try fixture.entries.first)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    bytes[byte] ^= 1 << UInt8(byte % 8)
    try bytes.write(to: URL(fileURLWithPath: file))

    #expect(try fixture.found(photo, in: store) == nil)
    #expect(store.statistics.damaged == 1)
    #expect(fixture.told == [.damaged])
    #expect(try fixture.entries == [])
    try fixture.keep(photo, in: store)
    #expect(try fixture.found(photo, in: store).map(TestImage.bytes) == TestImage.bytes(picture))
  }

  @Test(arguments: [0, 1, 511, 512, 1000, 2815, 2817])
  func `drops an entry that is longer or shorter than it was`(count: Int) throws {
    let (photo, store, _) = try fixture.kept()
    let file = try #require(try fixture.entries.first)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file)) + Data([0])
    try bytes.prefix(count).write(to: URL(fileURLWithPath: file))
    #expect(try fixture.found(photo, in: store) == nil)
    #expect(store.count == 0)
  }

  @Test func `leaves a file alone whose name tells of a size that no thumbnail has`() throws {
    let (photo, store, _) = try fixture.kept()
    store.close()
    // Sizes of one photo are compared by their bytes, and the bytes of this one overflow an integer.
    let file = try #require(try fixture.entries.first)
    let family = try #require(URL(filePath: file).lastPathComponent.split(separator: "-").first)
    let hostile =
      URL(filePath: file).deletingLastPathComponent().path
      + "/\(family)-0123456789abcdef-999999999999999x999999999999999-4096"
    try FileManager.default.copyItem(atPath: file, toPath: hostile)

    let opened = try fixture.store()
    #expect(opened.count == 1)
    #expect(try fixture.nearest(to: 10, of: photo, in: opened) != nil)
    #expect(FileManager.default.fileExists(atPath: hostile))
  }

  @Test func `gives nothing under another entry's name`() throws {
    let photos = [try fixture.photo("a"), try fixture.photo("b")]
    let store = try fixture.store()
    try fixture.keep(photos[0], in: store)
    let first = try #require(try fixture.entries.first)
    try fixture.keep(photos[1], in: store)
    let second = try #require(try fixture.entries.first { $0 != first })
    try Data(contentsOf: URL(fileURLWithPath: first)).write(to: URL(fileURLWithPath: second))
    #expect(try fixture.found(photos[1], in: store) == nil)
    #expect(try fixture.found(photos[0], in: store) != nil)
  }

  @Test func `continues silently without entries that somebody removed`() throws {
    let (photo, store, _) = try fixture.kept()
    for file in try fixture.entries { try FileManager.default.removeItem(atPath: file) }
    #expect(try fixture.found(photo, in: store) == nil)
    #expect(store.count == 0)
    #expect(fixture.told == [])
    try fixture.keep(photo, in: store)
    #expect(try fixture.found(photo, in: store) != nil)
  }

  @Test func `says once that it cannot write, skips some, and tries again`() throws {
    let photos = [try fixture.photo("a"), try fixture.photo("b")]
    let store = try fixture.store()
    try fixture.keep(photos[0], in: store)
    try FileManager.default.removeItem(atPath: fixture.place)
    for _ in 0...ThumbnailStore.passedOver { try fixture.keep(photos[1], in: store) }
    #expect(fixture.told == [.unwritable])
    #expect(store.statistics.failedWrites == 1)
    try FileManager.default.createDirectory(atPath: fixture.place, withIntermediateDirectories: true)
    try fixture.keep(photos[1], in: store)
    #expect(try fixture.found(photos[1], in: store) != nil)
    #expect(try fixture.found(photos[0], in: store) == nil)
  }

  @Test func `is not opened if a file is in place of its folder`() throws {
    try Data().write(to: URL(fileURLWithPath: fixture.place))
    let error = #expect(throws: ThumbnailStore.Failure.self) { try fixture.store() }
    #expect(error?.kind == .folder)
    #expect(error?.path == fixture.place)
  }

  @Test(arguments: [0, 3, 12, 20, 40])
  func `opens with an order of use that is damaged`(byte: Int) throws {
    let photos = try (0..<3).map { try fixture.photo("p\($0)") }
    let store = try fixture.store()
    for photo in photos { try fixture.keep(photo, in: store) }
    store.close()
    let order = URL(fileURLWithPath: "\(fixture.place)/order")
    var bytes = try Data(contentsOf: order)
    bytes[byte] ^= 4
    try bytes.write(to: order)
    let again = try fixture.store()
    #expect(again.count == 3)
    for photo in photos { #expect(try fixture.found(photo, in: again) != nil) }
  }
}
