import GalleryKit
import TestSupport
import Testing

@Suite struct `Crops` {
  private let picture = PixelSize(width: 120, height: 80)

  private func crop(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> NormalizedRect {
    try NormalizedRect(x: x, y: y, width: width, height: height)
  }

  /// A file of the test picture, which stands upright when `orientation` is followed.
  private func file(_ orientation: ImageOrientation, isJPEG: Bool) throws -> [UInt8] {
    let stored = try TestImage.stored(TestImage.gradient(picture.width, picture.height), orientation)
    let exif = EXIFWriter(orientation: orientation)
    let writer = isJPEG ? PictureWriter.jpeg(quality: 98, subsampling: .none, exif: exif) : .png(exif: exif)
    return try writer.encode(stored)
  }

  @Test(arguments: ImageOrientation.allCases)
  func `a crop is of the upright picture, however it is stored`(orientation: ImageOrientation) throws {
    let whole = try TestImage.gradient(picture.width, picture.height).pixels
    // Columns 30 to 90 and rows 8 to 24, as they are.
    let part = ImageSpecification(targetSize: .maximum, cropRect: try crop(0.25, 0.1, 0.5, 0.2))
    for isJPEG in [false, true] {
      let image = try ImageDecoder.decode(file(orientation, isJPEG: isJPEG), as: part)
      #expect(image.pixels.size == PixelSize(width: 60, height: 16))
      var worst = 0
      for (index, pixel) in image.pixels.pixels.enumerated() {
        let expected = whole[(index / 60 + 8) * picture.width + index % 60 + 30]
        for channel in 0..<3 { worst = max(worst, abs(Int(pixel[channel]) - Int(expected[channel]))) }
      }
      #expect(worst <= (isJPEG ? 24 : 0))
    }
  }

  @Test(arguments: ImageOrientation.allCases)
  func `a crop is filled and fitted as a separate picture would be`(orientation: ImageOrientation) throws {
    let file = try file(orientation, isJPEG: false)
    let part = try crop(0.5, 0.25, 0.5, 0.5)  // 60×40 at 60, 20
    let filling = ImageSpecification(targetSize: PixelSize(width: 20, height: 20), cropRect: part)
    let filled = try ImageDecoder.decode(file, as: filling).pixels
    #expect(filled.size == PixelSize(width: 20, height: 20))
    // The middle 40×40 of it: columns 70 to 110, two a pixel. Red grows by 255/119 a column.
    for (index, pixel) in filled.pixels.enumerated() {
      let column = 70 + 2 * (index % 20)
      #expect(abs(Double(pixel.x) - (Double(column) + 0.5) * 255 / 119) <= 2.5)
      let row = 20 + 2 * (index / 20)
      #expect(abs(Double(pixel.y) - (Double(row) + 0.5) * 255 / 79) <= 3.5)
    }
    let fitting = ImageSpecification(
      targetSize: PixelSize(width: 30, height: 30), contentMode: .aspectFit, cropRect: part)
    #expect(try ImageDecoder.decode(file, as: fitting).pixels.size == PixelSize(width: 30, height: 20))
  }

  @Test func `a crop of a large photo decodes its own part alone, at the scale that it needs`() throws {
    let photo = try PictureWriter.jpeg(quality: 80).encode(TestImage.gradient(1600, 1200))
    let specification = ImageSpecification(
      targetSize: PixelSize(width: 50, height: 50), cropRect: try crop(0.25, 0.25, 0.25, 0.25))
    let image = try ImageDecoder.decode(photo, as: specification)
    #expect(image.pixels.size == PixelSize(width: 50, height: 50))
    // 300 pixels each way at three eighths, with the filter's lobes and whole blocks around.
    #expect(image.decodedPixels < 170 * 170)
    #expect(try ImageProbe.probe(bytes: photo).foretold(specification) == image.pixels.size)
  }

  @Test func `a rectangle is finite, inside the unit square and not empty`() throws {
    let wrong: [(Double, Double, Double, Double)] = [
      (0, 0, 0, 1), (0, 0, 1, 0), (-0.1, 0, 0.5, 1), (0.6, 0, 0.5, 1), (0, 0.6, 1, 0.5), (0, 0, -0.5, 1),
      (.nan, 0, 1, 1), (0, 0, .infinity, 1), (1, 0, 0.1, 1), (0, .nan, 1, 1), (0, 0, 1, .nan),
    ]
    for (x, y, width, height) in wrong {
      #expect(throws: ValueError.self) { try NormalizedRect(x: x, y: y, width: width, height: height) }
    }
    let error = #expect(throws: ValueError.self) { try NormalizedRect(x: 0.5, y: 0, width: 0.6, height: 1) }
    #expect(error?.description == "width: expected more than 0, at most 0.5, found 0.6")
    // 0.7 + 0.1 + 0.2 is a little more than one.
    let sum = try NormalizedRect(x: 0.7 + 0.1, y: 0, width: 0.2, height: 1)
    #expect(sum.x + sum.width <= 1)
  }

  @Test func `no crop, and no target, makes a plan that leaves its picture`() throws {
    var shuffler = Shuffler(seed: 21)
    func fraction() -> Double { Double(shuffler.next(1_000_001)) / 1_000_000 }
    for _ in 0..<5_000 {
      let size = PixelSize(width: 1 + shuffler.next(5_000), height: 1 + shuffler.next(5_000))
      let x = fraction() * 0.999
      let y = fraction() * 0.999
      let part = try NormalizedRect(
        x: x, y: y, width: max(1e-9, (1 - x) * fraction()), height: max(1e-9, (1 - y) * fraction()))
      let target =
        shuffler.next(5) == 0
        ? PixelSize.maximum : PixelSize(width: shuffler.next(900), height: shuffler.next(900))
      let specification = ImageSpecification(
        targetSize: target, contentMode: shuffler.next(2) == 0 ? .aspectFit : .aspectFill, cropRect: part)
      let estimate = DecodeEstimate(
        storedSize: size, orientation: .up, format: shuffler.next(2) == 0 ? .jpegBaseline : .png,
        as: specification)
      #expect(!estimate.outputSize.isEmpty)
      #expect(estimate.decodedPixels > 0 && estimate.decodedPixels <= size.width * size.height)
      if specification.contentMode == .aspectFill { #expect(estimate.outputSize == specification.targetSize) }
    }
  }
}
