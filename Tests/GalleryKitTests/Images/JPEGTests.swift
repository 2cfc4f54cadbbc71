import GalleryKit
import TestSupport
import Testing

@Suite struct `JPEG decoding` {
  private let folder: TemporaryFolder
  private let ledger = MemoryLedger()
  private let whole = ImageSpecification(targetSize: PixelSize(width: 1, height: 1), resizeMode: .none)

  init() throws { folder = try TemporaryFolder() }

  private func fill(_ width: Int, _ height: Int, _ mode: ResizeMode) -> ImageSpecification {
    ImageSpecification(targetSize: PixelSize(width: width, height: height), resizeMode: mode)
  }

  @Test(arguments: PictureWriter.Subsampling.allCases, [false, true])
  func `a picture survives every sampling, baseline and progressive`(
    subsampling: PictureWriter.Subsampling, isProgressive: Bool
  ) throws {
    let picture = try TestImage.gradient(121, 83)
    let path = folder.file("picture.jpg")
    try PictureWriter.jpeg(quality: 95, subsampling: subsampling, isProgressive: isProgressive).write(
      picture, to: path)
    let image = try ImageDecoder.decode(path: path, as: whole, ledger: ledger)
    let difference = try #require(TestImage.meanDifference(image.pixels, picture))
    #expect(difference < 2.5)
    #expect(image.damage == nil)
    #expect(image.decodedPixels == 121 * 83)
  }

  @Test(arguments: PictureWriter.Subsampling.allCases)
  func `a progressive file decodes to the pixels of its baseline twin, scaled to nearly those`(
    subsampling: PictureWriter.Subsampling
  ) throws {
    let picture = try TestImage.gradient(200, 150)
    for mode in [ResizeMode.fast, .exact, .none] {
      let twins = try [false, true].map { isProgressive in
        let path = folder.file("\(isProgressive).jpg")
        try PictureWriter.jpeg(quality: 90, subsampling: subsampling, isProgressive: isProgressive)
          .write(picture, to: path)
        return try ImageDecoder.decode(path: path, as: fill(40, 60, mode), ledger: ledger).pixels
      }
      let difference = try #require(TestImage.meanDifference(twins[0], twins[1]))
      #expect(difference <= (mode == .none ? 0 : 1))
    }
  }

  @Test func `a progressive file is read no further than the scale needs, for the same picture`() throws {
    let noise = try TestImage.gradient(640, 480)
    var shuffler = Shuffler(seed: 3)
    unsafe noise.withUnsafeMutableBytes { bytes in
      for index in bytes.indices where index % 4 != 3 { unsafe bytes[index] = UInt8(shuffler.next(256)) }
    }
    let baseline = folder.file("baseline.jpg")
    let progressive = folder.file("progressive.jpg")
    try PictureWriter.jpeg(quality: 90, subsampling: .none).write(noise, to: baseline)
    try PictureWriter.jpeg(quality: 90, subsampling: .none, isProgressive: true).write(noise, to: progressive)
    let specification = fill(80, 60, .fast)
    let twin = try ImageDecoder.decode(path: baseline, as: specification, ledger: ledger)
    let image = try ImageDecoder.decode(path: progressive, as: specification, ledger: ledger)
    #expect(image.bytesRead * 2 < twin.bytesRead)
    #expect(image.damage == nil)
    let difference = try #require(TestImage.meanDifference(image.pixels, twin.pixels))
    #expect(difference < 0.5)
    let all = try ImageDecoder.decode(path: progressive, as: whole, ledger: ledger)
    let twinOfAll = try ImageDecoder.decode(path: baseline, as: whole, ledger: ledger)
    #expect(TestImage.bytes(all.pixels) == TestImage.bytes(twinOfAll.pixels))
  }

  @Test(arguments: PictureWriter.Subsampling.allCases, [(90, 30), (30, 90), (61, 61)])
  func `a cropped decode holds the pixels that the whole decode has there`(
    subsampling: PictureWriter.Subsampling, target: (Int, Int)
  ) throws {
    let path = folder.file("picture.jpg")
    try PictureWriter.jpeg(quality: 90, subsampling: subsampling).write(
      TestImage.gradient(368, 376), to: path)
    // One target, filled and fitted at one scale: a quarter (92×94) covers both.
    let cropped = try ImageDecoder.decode(
      path: path, as: fill(target.0, target.1, .fast), ledger: ledger
    ).pixels
    let entire = try ImageDecoder.decode(
      path: path,
      as: ImageSpecification(
        targetSize: PixelSize(width: max(target.0, target.1), height: max(target.0, target.1)),
        contentMode: .aspectFit, resizeMode: .fast),
      ledger: ledger
    ).pixels
    let scale = entire.size
    let left = (scale.width - cropped.size.width) / 2
    let top = (scale.height - cropped.size.height) / 2
    let all = TestImage.bytes(entire)
    var differing = 0
    for (index, byte) in TestImage.bytes(cropped).enumerated() {
      let pixel = index / 4
      let row = pixel / cropped.size.width + top
      let column = pixel % cropped.size.width + left
      if all[(row * scale.width + column) * 4 + index % 4] != byte { differing += 1 }
    }
    #expect(differing == 0)
  }

  @Test func `only the rows and columns that the crop needs are decoded`() throws {
    let path = folder.file("wide.jpg")
    try PictureWriter.jpeg(quality: 80).write(TestImage.gradient(800, 100), to: path)
    let image = try ImageDecoder.decode(path: path, as: fill(100, 100, .fast), ledger: ledger)
    #expect(image.pixels.size == PixelSize(width: 100, height: 100))
    #expect(image.decodedPixels <= 100 * (100 + 32))
  }

  @Test func `the bottom of a tall picture is not even read`() throws {
    let path = folder.file("tall.jpg")
    try PictureWriter.jpeg(quality: 95, subsampling: .none).write(TestImage.gradient(400, 4000), to: path)
    let byteCount = try ImageProbe.probe(path: path).byteCount
    try #require(byteCount > 3 * 65_536)
    let image = try ImageDecoder.decode(path: path, as: fill(400, 400, .fast), ledger: ledger)
    #expect(image.bytesRead < byteCount * 3 / 4)
  }

  @Test func `a baseline file of any height needs a row of working memory`() throws {
    let path = folder.file("tall.jpg")
    try PictureWriter.jpeg(quality: 60).write(TestImage.gradient(64, 6000), to: path)
    for mode in [ResizeMode.none, .fast, .exact] {
      ledger.resetPeak()
      let image = try ImageDecoder.decode(path: path, as: fill(64, 64, mode), ledger: ledger)
      // Exact holds the rows that its filter spans: some thirteen of four floating-point numbers a pixel.
      #expect(ledger.snapshot.peak - image.pixels.byteCount <= (mode == .exact ? 64 * 16 * 18 : 64 * 4))
    }
  }

  @Test func `a progressive file's coefficients are booked as scratch while it is decoded`() throws {
    let path = folder.file("progressive.jpg")
    try PictureWriter.jpeg(quality: 60, subsampling: .none, isProgressive: true)
      .write(TestImage.gradient(640, 640), to: path)
    for side in [64, 160, 640] {
      ledger.resetPeak()
      let image = try ImageDecoder.decode(path: path, as: fill(side, side, .fast), ledger: ledger)
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

  @Test func `no flipped byte crashes the decoder or leaks memory`() throws {
    var shuffler = Shuffler(seed: 1)
    for isProgressive in [false, true] {
      let bytes = try PictureWriter.jpeg(quality: 70, isProgressive: isProgressive)
        .encode(TestImage.gradient(48, 48))
      for _ in 0..<(LongTests.areWanted ? 300 : 100) {
        var flipped = bytes
        for _ in 0...shuffler.next(3) { flipped[shuffler.next(bytes.count)] ^= UInt8(1 + shuffler.next(255)) }
        let path = try folder.write(flipped, as: "flipped.jpg")
        _ = try? ImageDecoder.decode(path: path, as: fill(20, 30, .exact), ledger: ledger)
      }
    }
    #expect(ledger.snapshot.total == 0)
  }
}
