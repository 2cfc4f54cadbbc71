import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

/// JPEGs cut at their restart markers, and put together anew.
struct `Intervals of a JPEG` {
  private let side = 8
  private let size = PixelSize(width: 64, height: 40)
  private let whole = ImageSpecification(targetSize: .maximum, resizeMode: .none)

  private func writer(interval: Int) -> PictureWriter {
    // Without subsampling, no pixel depends on those of another block.
    var writer = PictureWriter.jpeg(quality: 80, subsampling: .none)
    writer.restartInterval = interval
    return writer
  }

  private func pixels(_ jpeg: [UInt8]) throws -> [SIMD4<UInt8>] {
    try ImageDecoder.decode(bytes: jpeg, as: whole, strict: true, ledger: MemoryLedger()).pixels.pixels
  }

  @Test(arguments: [1, 2, 4, 8, 16, 40]) func `there are as many as the restart interval says`(interval: Int)
    throws
  {
    let jpeg = try writer(interval: interval).encode(TestImage.noise(size.width, size.height))
    let blocks = size.width * size.height / (side * side)
    #expect(JPEGIntervals(jpeg).count == (blocks + interval - 1) / interval)
    #expect(try pixels(jpeg) == pixels(writer(interval: 0).encode(TestImage.noise(size.width, size.height))))
  }

  @Test func `each interval shows the pixels of the JPEG that it comes from`() throws {
    let one = try writer(interval: 2).encode(TestImage.noise(size.width, size.height))
    let two = try writer(interval: 2).encode(TestImage.gradient(size.width, size.height))
    var generator = Shuffler(seed: 4)
    let isTwo = (0..<JPEGIntervals(one).count).map { _ in Bool.random(using: &generator) }
    let joined = JPEGIntervals(one).joined(with: JPEGIntervals(two), exif: nil) { isTwo[$0] }
    let (first, second, found) = (try pixels(one), try pixels(two), try pixels(joined))
    for index in found.indices {
      let (x, y) = (index % size.width, index / size.width)
      let interval = (y / side * size.width / side + x / side) / 2
      #expect(found[index] == (isTwo[interval] ? second : first)[index], "at \(x), \(y)")
    }
  }

  @Test func `nothing taken from another is the JPEG itself, with the EXIF data that are given`() throws {
    let jpeg = try writer(interval: 8).encode(TestImage.gradient(size.width, size.height))
    let intervals = JPEGIntervals(jpeg)
    #expect(intervals.joined(with: intervals, exif: nil) { _ in false } == jpeg)
    let exif = EXIFWriter(orientation: .right, thumbnail: jpeg)
    let turned = intervals.joined(with: intervals, exif: exif.tiff) { _ in true }
    let info = try ImageProbe.probe(bytes: turned)
    #expect(info.orientation == .right && info.storedSize == size && info.format == .jpegBaseline)
    #expect(!info.thumbnailSources.isEmpty)
  }
}
