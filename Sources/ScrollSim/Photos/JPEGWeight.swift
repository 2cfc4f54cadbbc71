internal import GalleryKit

extension PictureWriter {
  /// The qualities that cameras and the net use.
  private static let usualQualities = 30...96

  /// The writer with the lowest quality at which a sample has so many bits a pixel, as far as usual qualities reach.
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
