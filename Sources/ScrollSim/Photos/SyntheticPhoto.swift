internal import Foundation
internal import GalleryKit

/// One file of a synthetic library: its properties, drawn from the library's seed, and its encoding.
struct SyntheticPhoto: Equatable {
  var seed: UInt64
  var size: PixelSize
  var isPNG: Bool
  var isProgressive: Bool
  var subsampling: PictureWriter.Subsampling
  var orientation: ImageOrientation
  var hasThumbnail: Bool
  /// The target of the encoding.
  var bitsPerPixel: Float

  /// Bits a pixel of camera photos: the quantiles 0, 1/8, … 1 of those among the project's test photos.
  private static let bitsPerPixelQuantiles: [Float] = [0.25, 0.37, 0.5, 0.66, 0.96, 1.15, 1.6, 1.85, 2.0]
  /// Shapes that cameras make, width to height.
  private static let shapes: [Float] = [4 / 3, 4 / 3, 4 / 3, 3 / 2, 16 / 9]
  /// One file in this many is progressive, like photos from the net.
  private static let progressiveEvery = 8
  /// The most megapixels of a progressive file: decoders refuse a larger one without subsampling, whose
  /// coefficients take too much memory (``DecodeLimits``).
  private static let mostProgressive = 45.0
  private static let thumbnailSide = 160
  private static let sampleRows = 256

  /// Sizes, bits a pixel and shares are spread evenly over the numbers, so that a small library already has them all.
  init(number: Int, of source: SyntheticSource, seed: UInt64) {
    var generator = SeededGenerator(seed: seed, stream: UInt64(number))
    self.seed = generator.next()
    let pngs = Int((source.png * Double(source.distinct)).rounded())
    isPNG = Self.isChosen(number, pngs, of: source.distinct)
    let low = Float(source.megapixels.lowerBound)
    let high = Float(source.megapixels.upperBound)
    // Lossless pictures are screenshots and scans, not the output of the largest sensors.
    let place = Self.spread(number) * (isPNG ? 0.15 : 1)
    let pixels = (low + (high - low) * place) * 1_000_000
    let shape = Self.shapes[Int(generator.next() % UInt64(Self.shapes.count))]
    size = PixelSize(
      width: max(1, Int((pixels * shape).squareRoot())), height: max(1, Int((pixels / shape).squareRoot())))
    isProgressive =
      number % Self.progressiveEvery == Self.progressiveEvery - 1 && size.megapixels <= Self.mostProgressive
    subsampling = generator.unit() < 0.8 ? .both : generator.unit() < 0.6 ? .horizontal : .none
    // A PNG does not say how it is rotated.
    orientation = generator.unit() < 0.35 && !isPNG ? .right : .up
    let thumbnails = Int((source.embeddedThumbnails * Double(source.distinct)).rounded())
    hasThumbnail = !isPNG && Self.isChosen(source.distinct - 1 - number, thumbnails, of: source.distinct)
    let quantile = Self.spread(number &* 7 &+ 3) * Float(Self.bitsPerPixelQuantiles.count - 1)
    let below = Int(quantile)
    let above = min(below + 1, Self.bitsPerPixelQuantiles.count - 1)
    bitsPerPixel =
      Self.bitsPerPixelQuantiles[below]
      + (Self.bitsPerPixelQuantiles[above] - Self.bitsPerPixelQuantiles[below]) * (quantile - Float(below))
  }

  var composition: PhotoComposition {
    PhotoComposition(size: size, seed: seed, detail: 0.3 + bitsPerPixel * 0.6)
  }

  func encode(texture: NoiseTexture, ledger: MemoryLedger) throws -> [UInt8] {
    let painter = PhotoPainter(composition, seed: seed, texture: texture)
    let picture = try painter.paint(ledger: ledger)
    if isPNG { return try PictureWriter.png(compression: 3).encode(picture) }
    let sample = try painter.paint(rows: Self.sampleRows, ledger: ledger)
    var writer = try PictureWriter.jpeg(subsampling: subsampling, isProgressive: isProgressive)
      .weighing(bitsPerPixel, as: sample)
    let thumbnail = hasThumbnail ? try Self.thumbnail(of: picture, ledger: ledger) : nil
    writer.metadata.exif = EXIFWriter(orientation: orientation, thumbnail: thumbnail).tiff
    return try writer.encode(picture)
  }

  /// The picture at 160 pixels a side, as cameras embed it.
  private static func thumbnail(of picture: PixelBuffer, ledger: MemoryLedger) throws -> [UInt8] {
    let step = max(1, max(picture.size.width, picture.size.height) / thumbnailSide)
    let size = PixelSize(
      width: max(1, picture.size.width / step), height: max(1, picture.size.height / step))
    let small = try PixelBuffer(size: size, ledger: ledger)
    unsafe picture.withUnsafeBytes { source in
      unsafe small.withUnsafeMutableBytes { target in
        for row in 0..<size.height {
          for column in 0..<size.width {
            for channel in 0..<4 {
              var sum = 0
              for inner in 0..<step {
                let y = row * step + inner
                let x = column * step + inner
                sum += unsafe Int(source[(y * picture.size.width + x) * 4 + channel])
              }
              unsafe target[(row * size.width + column) * 4 + channel] = UInt8(sum / step)
            }
          }
        }
      }
    }
    return try PictureWriter.jpeg(quality: 70).encode(small)
  }

  /// Spreads whole numbers evenly over 0…1: the golden ratio's multiples without their whole part.
  private static func spread(_ number: Int) -> Float {
    let product = Double(number) * 0.618_033_988_749_895
    return Float(product - product.rounded(.down))
  }

  private static func isChosen(_ number: Int, _ count: Int, of total: Int) -> Bool {
    (number + 1) * count / total > number * count / total
  }
}

extension PictureWriter {
  /// The qualities that cameras and the net use.
  private static let usualQualities = 30...96

  /// The writer with the lowest usual quality at which a sample has that many bits a pixel, or else the
  /// highest.
  func weighing(_ bitsPerPixel: Float, as sample: PixelBuffer) throws -> PictureWriter {
    var writer = self
    writer.isInPasses = false
    let pixels = Float(sample.size.width * sample.size.height)
    var range = Self.usualQualities
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      writer.quality = middle
      if Float(try writer.encode(sample).count * 8) / pixels < bitsPerPixel {
        range = middle + 1...range.upperBound
      } else {
        range = range.lowerBound...middle
      }
    }
    writer.quality = range.lowerBound
    writer.isInPasses = isInPasses
    return writer
  }
}
