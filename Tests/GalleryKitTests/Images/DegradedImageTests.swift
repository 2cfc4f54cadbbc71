import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite struct `Degraded images` {
  private let ledger = MemoryLedger()
  private let red: [UInt8] = [220, 20, 20, 255]
  private let green: [UInt8] = [20, 220, 20, 255]
  private let blue: [UInt8] = [20, 20, 220, 255]

  private func jpeg(_ width: Int, _ height: Int, _ rgba: [UInt8]) throws -> [UInt8] {
    try PictureWriter.jpeg(quality: 80).encode(TestImage.plain(width, height, rgba: rgba))
  }

  private func preview(
    _ bytes: [UInt8], as specification: ImageSpecification = .fill(390, 390)
  ) throws -> DecodedImage? {
    try ImageDecoder.degradedImage(bytes: bytes, as: specification, ledger: ledger)
  }

  /// The one of the three colours that fills the picture.
  private func color(_ image: DecodedImage?) -> [UInt8]? {
    guard let pixels = image?.pixels.pixels else { return nil }
    return [red, green, blue].first { color in
      pixels.allSatisfy { pixel in (0..<3).allSatisfy { abs(Int(pixel[$0]) - Int(color[$0])) < 12 } }
    }
  }

  @Test func `the nearest is taken: thumbnail, else preview after the picture, else first scans`() throws {
    let thumbnail = try jpeg(160, 120, green)
    let behind = try jpeg(640, 480, blue)
    for isProgressive in [false, true] {
      let plain = try TestImage.plain(800, 600, rgba: red)
      let bare = try PictureWriter.jpeg(quality: 80, isProgressive: isProgressive).encode(plain)
      let tagged = PictureWriter.jpeg(
        quality: 80, isProgressive: isProgressive, exif: EXIFWriter(thumbnail: thumbnail))
      let withBoth = MultiPictureBytes.file(try tagged.encode(plain), others: [(0x01_0001, behind)])
      let withPreview = MultiPictureBytes.file(bare, others: [(0x01_0002, behind)])

      #expect(try !ImageProbe.probe(bytes: bare).hasEmbeddedThumbnail)
      for file in [withPreview, withBoth] { #expect(try ImageProbe.probe(bytes: file).hasEmbeddedThumbnail) }

      #expect(color(try preview(withBoth)) == green)
      #expect(color(try preview(withPreview)) == blue)
      #expect(color(try preview(bare)) == (isProgressive ? red : nil))
    }
    #expect(ledger.snapshot.total == 0)
  }

  /// Found by fuzzing: a few bytes can claim a thumbnail that needs as much memory as a photo.
  @Test func `a thumbnail that is as costly as a photo is skipped`() throws {
    let writer = PictureWriter.jpeg(quality: 30, isProgressive: true)
    for (side, isTaken) in [(1700, true), (1760, false)] {
      let thumbnail = try writer.encode(TestImage.plain(side, side, rgba: green))
      let tagged = PictureWriter.jpeg(quality: 80, exif: EXIFWriter(thumbnail: thumbnail))
      let image = try preview(tagged.encode(TestImage.plain(600, 600, rgba: red)))
      #expect(color(image) == (isTaken ? green : nil))
    }
    #expect(ledger.snapshot.total == 0)
  }

  @Test func `first scans are an eighth of the size, in the target's shape and upright`() throws {
    let writer = PictureWriter.jpeg(
      quality: 90, isProgressive: true, exif: EXIFWriter(orientation: .right))
    let bytes = try writer.encode(TestImage.gradient(1600, 1200))
    let image = try #require(try preview(bytes, as: .whole))
    #expect(image.pixels.size == PixelSize(width: 150, height: 200))
    #expect(image.bytesRead <= bytes.count)
    #expect(try #require(try preview(bytes)).pixels.size == PixelSize(width: 150, height: 150))
    let whole = try ImageDecoder.decode(bytes, as: .fill(150, 200, .exact))
    #expect(try #require(TestImage.meanDifference(image.pixels, whole.pixels)) < 3)
  }

  @Test func `one that is damaged, or lies on its side, is skipped`() throws {
    let plain = try TestImage.plain(800, 600, rgba: red)
    var damaged = try jpeg(160, 120, green)
    damaged.removeLast(damaged.count / 3)
    let lying = try jpeg(120, 160, green)
    let behind = try jpeg(640, 480, blue)
    for thumbnail in [damaged, lying, [0xFF, 0xD8, 0xFF, 0xD9]] {
      let bytes = try PictureWriter.jpeg(quality: 80, exif: EXIFWriter(thumbnail: thumbnail)).encode(plain)
      #expect(try preview(bytes) == nil)
      #expect(color(try preview(MultiPictureBytes.file(bytes, others: [(0x01_0001, behind)]))) == blue)
    }
  }

  @Test func `a preview after the picture counts as wholly read, though its bottom is not shown`() throws {
    let behind = try PictureWriter.jpeg(quality: 90, subsampling: .none).encode(TestImage.noise(300, 1200))
    let file = MultiPictureBytes.file(try jpeg(600, 2400, red), others: [(0x01_0001, behind)])
    #expect(behind.count > 3 * 65_536)
    #expect(try preview(file)?.bytesRead == behind.count)
  }

  @Test func `bars around a thumbnail of another shape are cut off`() throws {
    // A picture of 3:2 in a thumbnail of 4:3: 160×107 between bars of seven black rows.
    var pixels = try TestImage.plain(160, 120, rgba: [0, 0, 0, 255]).pixels
    for index in 7 * 160..<113 * 160 { pixels[index] = [20, 220, 20, 255] }
    let thumbnail = try PictureWriter.jpeg(quality: 90, subsampling: .none).encode(
      PixelBuffer(size: PixelSize(width: 160, height: 120), pixels: pixels, ledger: ledger))
    let exif = EXIFWriter(orientation: .left, thumbnail: thumbnail)
    let bytes = try PictureWriter.jpeg(quality: 80, exif: exif).encode(TestImage.plain(900, 600, rgba: green))
    let image = try #require(try preview(bytes, as: .whole))
    // Whole pixels that show some of it: 107 or 108 of 160, upright.
    #expect(image.pixels.size.height == 160 && (106...108).contains(image.pixels.size.width))
    let middle = image.pixels.pixels.enumerated().filter {
      (2..<104).contains($0.offset % image.pixels.size.width)
    }
    #expect(middle.allSatisfy { $0.element.y > 180 })
  }

  @Test func `a degraded image has no more pixels than it takes`() throws {
    let thumbnail = try jpeg(512, 384, green)
    let bytes = try PictureWriter.jpeg(quality: 80, exif: EXIFWriter(thumbnail: thumbnail)).encode(
      TestImage.plain(800, 600, rgba: red))
    let image = try #require(try preview(bytes))
    #expect(
      (195...256).contains(image.pixels.size.height) && image.pixels.size.width == image.pixels.size.height)
    #expect(try #require(try preview(bytes, as: .fill(60, 60))).pixels.size.width < 110)
  }

  @Test func `a crop is cut out of the degraded image, too`() throws {
    let picture = try TestImage.gradient(160, 120)
    let thumbnail = try PictureWriter.jpeg(quality: 95, subsampling: .none).encode(picture)
    let bytes = try PictureWriter.jpeg(quality: 80, exif: EXIFWriter(thumbnail: thumbnail)).encode(
      TestImage.gradient(640, 480))
    let right = try NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)
    let image = try #require(
      try preview(bytes, as: ImageSpecification(targetSize: .maximum, cropRect: right)))
    #expect(image.pixels.size == PixelSize(width: 80, height: 120))
    #expect(try #require(image.pixels.pixels.first).x > 110)
  }

  @Test func `no damaged list of pictures crashes the decoder`() throws {
    let sound = MultiPictureBytes.file(
      try PictureWriter.jpeg(exif: EXIFWriter(thumbnail: try jpeg(16, 12, green))).encode(
        TestImage.gradient(32, 24)),
      others: [(0x01_0001, try jpeg(16, 12, blue)), (0, try jpeg(8, 8, red))])
    var shuffler = Shuffler(seed: 4)
    for _ in 0..<500 {
      var bytes = sound
      for _ in 0...shuffler.next(4) { bytes[shuffler.next(400)] = UInt8(shuffler.next(256)) }
      bytes.removeLast(shuffler.next(3) == 0 ? shuffler.next(bytes.count) : 0)
      _ = try? ImageProbe.probe(bytes: bytes)
      _ = try? preview(bytes)
    }
    #expect(ledger.snapshot.total == 0)
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `real files have the thumbnails and gain maps that are known of them, which look like them`() throws {
    let photos = try SharedData.files(of: "photos")
    let gainMaps = try photos.filter { file in
      try ImageProbe.probe(path: file.path).mediaSubtypes.contains(.photoHDR)
    }
    #expect(
      gainMaps.map { $0.name }.sorted() == [
        "Ultra_HDR_Samples__Ultra_HDR_Samples_Originals_05.jpg", "libultrahdr__apple_gainmap_new.jpg",
        "sharp__gain-map.jpg",
      ])
    let whole = ImageSpecification(targetSize: PixelSize(width: 160, height: 160), contentMode: .aspectFit)
    // Edited later than their thumbnails, which show other parts or other colours.
    let edited: Set = [
      "sigal__KeckObservatory20071020.jpg", "testdata__flower_small.cmyk.jpg",
      "TwelveMonkeys__jfif-jfif-and-exif-thumbnail-sharpshot-iphone.jpg",
    ]
    var compared = 0
    for (name, path, notes) in photos where !edited.contains(name) {
      let info = try ImageProbe.probe(path: path)
      let exif = try EXIF(tiff: DecodedImage.Metadata(contentsOf: URL(fileURLWithPath: path)).exif)
      #expect((exif.thumbnail != nil) == notes.contains("exif thumb"), "\(name)")
      guard info.hasEmbeddedThumbnail, min(info.storedSize.width, info.storedSize.height) > 200,
        info.storedSize.width * info.storedSize.height <= SharedData.mostPixels,
        let image = try ImageDecoder.degradedImage(path: path, as: whole, ledger: ledger)
      else { continue }
      let same = try ImageDecoder.decode(
        path: path, as: ImageSpecification(targetSize: image.pixels.size, resizeMode: .exact), ledger: ledger)
      let difference = try #require(TestImage.meanDifference(image.pixels, same.pixels))
      #expect(difference < 16, "\(name): \(difference)")
      compared += 1
    }
    #expect(compared > (SharedData.mostPixels < .max ? 2 : 20))
  }
}
