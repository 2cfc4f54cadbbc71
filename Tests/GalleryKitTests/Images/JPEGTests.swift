import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite struct `JPEG decoding` {
  private let ledger = MemoryLedger()

  @Test(arguments: PictureWriter.Subsampling.allCases, [false, true])
  func `a picture survives every sampling, baseline and progressive`(
    subsampling: PictureWriter.Subsampling, isProgressive: Bool
  ) throws {
    let picture = try TestImage.gradient(121, 83)
    let writer = PictureWriter.jpeg(quality: 95, subsampling: subsampling, isProgressive: isProgressive)
    let image = try ImageDecoder.decode(writer.encode(picture))
    #expect(try #require(TestImage.meanDifference(image.pixels, picture)) < 2.5)
    #expect(image.damage == nil)
    #expect(image.decodedPixels == 121 * 83)
  }

  @Test(arguments: PictureWriter.Subsampling.allCases)
  func `a progressive file decodes to the pixels of its baseline twin, scaled to nearly those`(
    subsampling: PictureWriter.Subsampling
  ) throws {
    let picture = try TestImage.gradient(200, 150)
    let files = try [false, true].map { isProgressive in
      try PictureWriter.jpeg(quality: 90, subsampling: subsampling, isProgressive: isProgressive)
        .encode(picture)
    }
    for mode in [ResizeMode.fast, .exact, .none] {
      let twins = try files.map { try ImageDecoder.decode($0, as: .fill(40, 60, mode)).pixels }
      #expect(try #require(TestImage.meanDifference(twins[0], twins[1])) <= (mode == .none ? 0 : 1))
    }
  }

  @Test func `a progressive file is read no further than the scale needs, for the same picture`() throws {
    let (folder, noise) = (TemporaryFolder(), try TestImage.noise(640, 480))
    let baseline = folder.file("baseline.jpg")
    let progressive = folder.file("progressive.jpg")
    try PictureWriter.jpeg(quality: 90, subsampling: .none).write(noise, to: baseline)
    try PictureWriter.jpeg(quality: 90, subsampling: .none, isProgressive: true).write(noise, to: progressive)
    func decode(_ path: String, as specification: ImageSpecification) throws -> DecodedImage {
      try ImageDecoder.decode(path: path, as: specification, ledger: ledger)
    }
    let twin = try decode(baseline, as: .fill(80, 60))
    let image = try decode(progressive, as: .fill(80, 60))
    #expect(image.bytesRead * 2 < twin.bytesRead)
    #expect(image.damage == nil)
    #expect(try #require(TestImage.meanDifference(image.pixels, twin.pixels)) < 0.5)
    let (all, twinOfAll) = (try decode(progressive, as: .whole), try decode(baseline, as: .whole))
    #expect(TestImage.bytes(all.pixels) == TestImage.bytes(twinOfAll.pixels))
  }

  @Test(arguments: PictureWriter.Subsampling.allCases, [(90, 30), (30, 90), (61, 61)])
  func `a cropped decode holds the pixels that the whole decode has there`(
    subsampling: PictureWriter.Subsampling, target: (Int, Int)
  ) throws {
    let writer = PictureWriter.jpeg(quality: 90, subsampling: subsampling)
    let file = try writer.encode(TestImage.gradient(368, 376))
    // One target, filled and fitted at one scale: a quarter (92×94) covers both.
    let cropped = try ImageDecoder.decode(file, as: .fill(target.0, target.1)).pixels
    let side = max(target.0, target.1)
    let fitting = ImageSpecification(
      targetSize: PixelSize(width: side, height: side), contentMode: .aspectFit, resizeMode: .fast)
    let entire = try ImageDecoder.decode(file, as: fitting).pixels
    let left = (entire.size.width - cropped.size.width) / 2
    let top = (entire.size.height - cropped.size.height) / 2
    let (all, part) = (entire.pixels, cropped.pixels)
    let differing = part.indices.count { index in
      let (row, column) = (index / cropped.size.width + top, index % cropped.size.width + left)
      return all[row * entire.size.width + column] != part[index]
    }
    #expect(differing == 0)
  }

  @Test func `only the rows and columns that the crop needs are decoded`() throws {
    let wide = try PictureWriter.jpeg(quality: 80).encode(TestImage.gradient(800, 100))
    let image = try ImageDecoder.decode(wide, as: .fill(100, 100))
    #expect(image.pixels.size == PixelSize(width: 100, height: 100))
    #expect(image.decodedPixels <= 100 * (100 + 32))
  }

  @Test func `the bottom of a tall picture is not even read`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("tall.jpg")
    try PictureWriter.jpeg(quality: 95, subsampling: .none).write(TestImage.gradient(400, 4000), to: path)
    let byteCount = try Data(contentsOf: URL(fileURLWithPath: path)).count
    try #require(byteCount > 3 * 65_536)
    let image = try ImageDecoder.decode(path: path, as: .fill(400, 400), ledger: ledger)
    #expect(image.bytesRead < byteCount * 3 / 4)
  }

  @Test func `a baseline file of any height needs a row of working memory`() throws {
    let tall = try PictureWriter.jpeg(quality: 60).encode(TestImage.gradient(64, 6000))
    for mode in [ResizeMode.none, .fast, .exact] {
      ledger.resetPeak()
      let image = try ImageDecoder.decode(tall, as: .fill(64, 64, mode), ledger: ledger)
      // Exact holds the rows that its filter spans: some thirteen of four floating-point numbers a pixel.
      #expect(ledger.snapshot.peak - image.pixels.byteCount <= (mode == .exact ? 64 * 16 * 18 : 64 * 4))
    }
  }

  @Test func `a progressive file's coefficients are booked as scratch while it is decoded`() throws {
    let progressive = try PictureWriter.jpeg(quality: 60, subsampling: .none, isProgressive: true)
      .encode(TestImage.gradient(640, 640))
    for side in [64, 160, 640] {
      ledger.resetPeak()
      let image = try ImageDecoder.decode(progressive, as: .fill(side, side), ledger: ledger)
      let row = (side == 64 ? 80 : side) * 4
      // Of each component 64 coefficients a block, of two bytes each, at any scale.
      #expect(ledger.snapshot.peak - image.pixels.byteCount == 80 * 80 * 3 * 128 + row)
      #expect(ledger.snapshot.total == image.pixels.byteCount)
    }
  }

  @Test func `every cut of a file is an error that names it, or a damaged picture`() throws {
    let bytes = try PictureWriter.jpeg(quality: 70).encode(TestImage.gradient(64, 48))
    try FormatChecks.cuts(of: bytes, every: 7, before: 2)
  }

  @Test(arguments: [false, true])
  func `no damage crashes the decoder or keeps memory`(isProgressive: Bool) throws {
    let writer = PictureWriter.jpeg(quality: 70, isProgressive: isProgressive)
    FormatChecks.damage(to: try writer.encode(TestImage.gradient(48, 48)), seed: 1)
  }
}

/// JPEGs cut at their restart markers, and put together again.
struct `Intervals of a JPEG` {
  private let side = 8
  private let size = PixelSize(width: 64, height: 40)

  private func writer(interval: Int) -> PictureWriter {
    // Without subsampling, no pixel depends on those of another block.
    var writer = PictureWriter.jpeg(quality: 80, subsampling: .none)
    writer.restartInterval = interval
    return writer
  }

  private func pixels(_ jpeg: [UInt8]) throws -> [SIMD4<UInt8>] {
    try ImageDecoder.decode(jpeg, strict: true).pixels.pixels
  }

  @Test(arguments: [1, 2, 4, 8, 16, 40])
  func `there are as many as the restart interval says`(interval: Int) throws {
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
    #expect(info.hasEmbeddedThumbnail)
  }
}

@Suite struct `JPEGs of long headers` {
  private let folder = TemporaryFolder()

  /// A JPEG of 48×32 pixels.
  private func picture(isProgressive: Bool = false) throws -> [UInt8] {
    try PictureWriter.jpeg(quality: 90, isProgressive: isProgressive).encode(TestImage.gradient(48, 32))
  }

  /// The JPEG with segments of these lengths inserted after its first marker.
  private func padded(_ jpeg: [UInt8], by lengths: [Int], marker: UInt8) -> [UInt8] {
    lengths.reduce(jpeg) { jpeg, length in
      MultiPictureBytes.inserting(marker, [UInt8](repeating: 0x5A, count: length), into: jpeg)
    }
  }

  private func probe(_ bytes: [UInt8]) throws -> ImageInfo {
    try ImageProbe.probe(path: folder.write(bytes, as: "picture.jpg"))
  }

  // 0xE0 and 0xEE are the segments of JFIF and Adobe, which libjpeg-turbo looks into; 0xFE is a comment.
  @Test(
    arguments: [0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xFE] as [UInt8],
    [[16_300], [16_384], [9_000, 9_000], [65_533, 65_533, 65_533]])
  func `a picture is described the same, whatever comes before its tables`(
    marker: UInt8, lengths: [Int]
  ) throws {
    for isProgressive in [false, true] {
      let plain = try picture(isProgressive: isProgressive)
      let info = try probe(padded(plain, by: lengths, marker: marker))
      #expect(info.storedSize == PixelSize(width: 48, height: 32))
      #expect(info.format == (isProgressive ? .jpegProgressive : .jpegBaseline))
    }
  }

  @Test(arguments: [[], [65_533]])
  func `a fault of the tables is found wherever they are`(lengths: [Int]) throws {
    var plain = try picture()
    let table = try #require(plain.places(of: 0xDB).first)
    // There are tables 0 to 3.
    plain[table + 4] = 0x0F
    expectRefusal(.malformed, "Bogus DQT index 15") { try probe(padded(plain, by: lengths, marker: 0xE1)) }
  }

  @Test func `a header that ends too early is no picture's`() throws {
    let plain = try picture()
    let scan = try #require(plain.places(of: 0xDA).first)
    let whole = padded(plain, by: [40_000], marker: 0xE1)
    let padding = whole.count - plain.count
    for count in stride(from: padding + 2, to: padding + scan, by: 13) {
      #expect(throws: CodecError.self) { try probe(Array(whole.prefix(count))) }
    }
  }

  @Test(arguments: [0, 1, 16_384, 40_000, 65_535, 65_536, 65_537, 300_000])
  func `the fingerprint is the same whether the head was read before or not`(padding: Int) throws {
    let bytes = try picture() + (0..<padding).map { UInt8(truncatingIfNeeded: $0 &* 7_919 >> 5) }
    let known = try fingerprint(bytes, headByteCount: JPEGSegments.windowByteCount)
    #expect(known != nil)
    #expect(try fingerprint(bytes, headByteCount: 64) == known)
    var changed = bytes
    changed[changed.count - 1] ^= 1
    #expect(try fingerprint(changed, headByteCount: 64) != known)
  }

  private func fingerprint(_ bytes: [UInt8], headByteCount: Int) throws -> Int64? {
    let file = try EncodedFile(path: folder.write(bytes, as: "picture.jpg"), headByteCount: headByteCount)
    return file.fingerprint
  }
}
