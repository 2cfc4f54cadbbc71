import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite struct `EXIF reading` {
  private let date = Date(timeIntervalSince1970: 1_579_907_513)  // 2020-01-24 23:11:53

  @Test func `what is written is read`() throws {
    let thumbnail = try PictureWriter.jpeg(quality: 60).encode(TestImage.gradient(16, 12))
    let exif = EXIF(
      tiff: EXIFWriter(orientation: .left, captureDate: date, thumbnail: thumbnail).tiff)
    #expect(exif.orientation == .left)
    #expect(exif.originalDate?.date == date)
    #expect(exif.thumbnail?.count == thumbnail.count)
  }

  @Test func `nothing but an orientation is fine`() {
    let exif = EXIF(tiff: EXIFWriter(orientation: .right).tiff)
    #expect(exif.orientation == .right)
    #expect((exif.originalDate ?? exif.digitizedDate ?? exif.changeDate) == nil)
    #expect(exif.thumbnail == nil)
  }

  @Test func `an embedded thumbnail is decoded upright and in the target's shape`() throws {
    let folder = try TemporaryFolder()
    let ledger = MemoryLedger()
    let thumbnail = try PictureWriter.jpeg(quality: 90).encode(TestImage.gradient(160, 120))
    let path = folder.file("photo.jpg")
    try PictureWriter.jpeg(exif: EXIFWriter(orientation: .right, thumbnail: thumbnail))
      .write(TestImage.gradient(640, 480), to: path)
    #expect(try ImageProbe.probe(path: path).hasEmbeddedThumbnail)
    let image = try ImageDecoder.degradedImage(
      path: path, as: ImageSpecification(targetSize: PixelSize(width: 90, height: 120)), ledger: ledger)
    #expect(try #require(image).pixels.size == PixelSize(width: 90, height: 120))
  }

  @Test func `a file without a thumbnail has none`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("photo.png")
    try PictureWriter.png().write(TestImage.gradient(64, 48), to: path)
    let image = try ImageDecoder.degradedImage(
      path: path, as: ImageSpecification(targetSize: PixelSize(width: 9, height: 9)), ledger: MemoryLedger())
    #expect(image == nil)
  }

  @Test func `damaged metadata is as good as none, whatever its bytes`() throws {
    let sound = EXIFWriter(
      orientation: .left, captureDate: date,
      thumbnail: try PictureWriter.jpeg(quality: 50).encode(TestImage.gradient(8, 8))
    ).tiff
    var shuffler = Shuffler(seed: 9)
    for _ in 0..<3_000 {
      var damaged = sound
      for _ in 0...shuffler.next(4) { damaged[shuffler.next(sound.count)] = UInt8(shuffler.next(256)) }
      let exif = EXIF(tiff: Array(damaged.prefix(shuffler.next(sound.count + 1))))
      if let thumbnail = exif.thumbnail { #expect(thumbnail.upperBound <= damaged.count) }
    }
  }

  @Test func `directories in a ring are read once`() {
    var tiff = EXIFWriter(orientation: .down, captureDate: date).tiff
    tiff.replaceSubrange(34..<38, with: [8, 0, 0, 0])  // directory 1 is directory 0
    tiff.replaceSubrange(30..<34, with: [8, 0, 0, 0])  // so is the EXIF directory
    #expect(EXIF(tiff: tiff).orientation == .down)
  }

  @Test func `more than a JPEG's marker holds is an error, and not left out`() throws {
    var exif = EXIFWriter(orientation: .right)
    exif.thumbnail = [UInt8](repeating: 0, count: 66_000)
    let count = exif.tiff.count
    let error = #expect(throws: CodecError.self) {
      try PictureWriter.jpeg(exif: exif).encode(TestImage.gradient(8, 8))
    }
    #expect(
      error?.reason == "EXIF: expected at most 65527 bytes, which a marker holds, found \(count)")
    exif.thumbnail = [UInt8](repeating: 0, count: 65_400)
    #expect(throws: Never.self) { try PictureWriter.jpeg(exif: exif).encode(TestImage.gradient(8, 8)) }
  }
}
