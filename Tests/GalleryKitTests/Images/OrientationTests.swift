import Foundation
import GalleryKit
import TestSupport
import Testing

@Suite struct `Orientation` {
  @Test(arguments: ImageOrientation.allCases)
  func `a picture stored any way comes out upright, from PNG and JPEG, whole and resized`(
    orientation: ImageOrientation
  ) throws {
    let upright = try TestImage.gradient(60, 40)
    let turned = try TestImage.stored(upright, orientation)
    let exif = EXIFWriter(orientation: orientation)
    let png = try PictureWriter.png(exif: exif).encode(turned)
    let jpeg = try PictureWriter.jpeg(quality: 98, subsampling: .none, exif: exif).encode(turned)
    let plain = try PictureWriter.png().encode(upright)

    #expect(try TestImage.bytes(ImageDecoder.decode(png).pixels) == TestImage.bytes(upright))
    for mode in [ResizeMode.none, .fast, .exact] {
      let expected = try ImageDecoder.decode(plain, as: .fill(24, 30, mode))
      for file in mode == .fast ? [png] : [png, jpeg] {
        let image = try ImageDecoder.decode(file, as: .fill(24, 30, mode))
        #expect(try #require(TestImage.meanDifference(image.pixels, expected.pixels)) <= 1.5)
      }
    }
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `every real file comes out as its upright reference`() throws {
    let folder = try #require(SharedData.corpus("orientation"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
      let size = try ImageProbe.probe(path: "\(folder)/\(name)").storedSize
      return size.width * size.height <= SharedData.mostPixels
    }
    // The reference of each set, and the prefix of its files' names.
    let sets = [
      ("exif-orientation-examples__Landscape_1.jpg", "exif-orientation-examples__Landscape_"),
      ("exif-orientation-examples__Portrait_1.jpg", "exif-orientation-examples__Portrait_"),
      ("exifr__f1t.jpg", "exifr__f"), ("coil__1.png", "coil__"),
    ]
    let ledger = MemoryLedger()
    let small = ImageSpecification(
      targetSize: PixelSize(width: 64, height: 64), contentMode: .aspectFit, resizeMode: .exact)
    var compared = 0
    for (reference, prefix) in sets where names.contains(reference) {
      let upright = try ImageDecoder.decode(path: "\(folder)/\(reference)", as: small, ledger: ledger).pixels
      for name in names where name.hasPrefix(prefix) {
        let image = try ImageDecoder.decode(path: "\(folder)/\(name)", as: small, ledger: ledger).pixels
        let difference = try #require(TestImage.meanDifference(image, upright), "\(name) has another shape")
        #expect(difference <= 3, "\(name): \(difference)")
        compared += 1
      }
    }
    #expect(compared == names.count && compared >= 16)
  }

  /// Found by fuzzing: the search for EXIF data and the decoder must pass over the same bytes.
  @Test(arguments: [
    [0x10, 0xFF, 0xFF, 0x00], [0xFF, 0xD0], [0xFF, 0x01], [UInt8](repeating: 7, count: 3000),
    [0xFF, 0xE0, 0, 0, 0, 4], [0xFF, 0xED, 0, 1], [0xFF, 0xE1, 0, 0], [0xFF, 0xFE, 0, 1, 9],
    [0xFF, 0xDC, 0, 0],
  ])
  func `an orientation is found after whatever libjpeg-turbo skips`(between: [UInt8]) throws {
    var file = try PictureWriter.jpeg(exif: EXIFWriter(orientation: .right)).encode(
      TestImage.gradient(40, 30))
    file.insert(contentsOf: between, at: 2)
    #expect(try ImageProbe.probe(bytes: file).orientation == .right)
    #expect(try ImageDecoder.decode(file).pixels.size == PixelSize(width: 30, height: 40))
  }
}
