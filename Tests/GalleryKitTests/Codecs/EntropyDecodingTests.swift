import GalleryKit
import PlainDecoders
import TestSupport
import Testing

/// JPEGs, whose codes are read without libjpeg-turbo, beside libjpeg-turbo's own pixels.
@Suite struct `Entropy decoding` {
  private let ledger = MemoryLedger()

  /// Large enough for the decoder to be used, and divisible by all samplings.
  private let width = 640
  private let height = 512

  private func layouts(isBaseline: Bool) -> [plain_layout] {
    var layouts: [plain_layout] = []
    for (columns, rows) in [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)] {
      for interval in [0, 1, 7] {
        for kind in ["colour", "grey", "rgb"] {
          layouts.append(
            PlainJPEG.layout(
              isBaseline: isBaseline, isGrey: kind == "grey", isRGB: kind == "rgb", lumaColumns: columns,
              lumaRows: rows, restartInterval: interval))
        }
      }
    }
    return layouts
  }

  /// The picture at a number of eighths of its size; of a progressive file, `strict` reads all scans at any size.
  private func decode(_ bytes: [UInt8], eighths: Int, strict: Bool = false) throws -> DecodedImage {
    let size = PixelSize(width: width * eighths / 8, height: height * eighths / 8)
    return try ImageDecoder.decode(
      bytes: bytes, named: "photo",
      as: ImageSpecification(targetSize: size, resizeMode: .fast, colorMode: .asTagged), strict: strict,
      ledger: ledger)
  }

  @Test(arguments: [true, false])
  func `pixels of every size are libjpeg-turbo's, however the file is laid out`(isBaseline: Bool) throws {
    let pictures = [try TestImage.gradient(width, height), try TestImage.noise(width, height)]
    for (number, var layout) in layouts(isBaseline: isBaseline).enumerated() {
      // Noise of full quality has the longest codes, a gradient the shortest.
      for (picture, quality) in zip(pictures, [60, 100]) {
        layout.quality = Int32(quality)
        let bytes = try PlainJPEG.encode(picture, layout)
        for eighths in number % 5 == 0 ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2] {
          let image = try decode(bytes, eighths: eighths, strict: true)
          #expect(image.damage == nil)
          let isSame = TestImage.bytes(image.pixels) == PlainJPEG.decode(bytes, eighths: eighths).rgba
          #expect(isSame, "layout \(number), quality \(quality), \(eighths) eighths")
        }
      }
    }
    #expect(ledger.snapshot.total == 0)
  }

  @Test(arguments: [true, false])
  func `a crop skips the rows above it, and has the pixels of the whole picture`(isBaseline: Bool) throws {
    for interval in [0, 7] {
      let layout = PlainJPEG.layout(
        isBaseline: isBaseline, lumaColumns: 1, lumaRows: 1, restartInterval: interval, quality: 85)
      let bytes = try PlainJPEG.encode(TestImage.noise(width, height), layout)
      let whole = try decode(bytes, eighths: 8).pixels
      let rect = try NormalizedRect(x: 0.25, y: 0.625, width: 0.5, height: 0.25)
      let crop = try ImageDecoder.decode(
        bytes: bytes, named: "photo",
        as: ImageSpecification(targetSize: .maximum, cropRect: rect, colorMode: .asTagged), ledger: ledger
      ).pixels
      let expected = (320..<448).flatMap { row in whole.pixels[(row * width + 160)..<(row * width + 480)] }
      #expect(crop.size == PixelSize(width: 320, height: 128))
      #expect(crop.pixels == expected)
    }
  }

  @Test(arguments: [true, false])
  func `damage shows where libjpeg-turbo shows it`(isBaseline: Bool) throws {
    let layouts = layouts(isBaseline: isBaseline)
    // Smaller pictures are made of fewer scans than a progressive file has.
    let sizes = isBaseline ? [1, 2, 8] : [5, 6, 8]
    var shuffler = Shuffler(seed: 5)
    var damaged = 0
    for round in 0..<200 {
      var layout = layouts[round % layouts.count]
      layout.quality = [30, 75, 95][round % 3]
      let picture =
        try round % 2 == 0 ? TestImage.noise(width, height) : TestImage.gradient(width, height)
      var bytes = try PlainJPEG.encode(picture, layout)
      let scan = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xDA]) }) + 14
      for _ in 0...shuffler.next(3) {
        let place = scan + shuffler.next(bytes.count - scan - 2)
        switch shuffler.next(3) {
        case 0: bytes[place] = UInt8(shuffler.next(256))
        case 1: bytes.replaceSubrange(place..<place + 2, with: [0xFF, UInt8(0xD0 + shuffler.next(10))])
        default: bytes.remove(at: place)
        }
      }
      if round % 4 == 0 { bytes.removeLast(shuffler.next(bytes.count - scan)) }
      let eighths = sizes[round % 3]
      let plain = PlainJPEG.decode(bytes, eighths: eighths)
      guard let image = try? decode(bytes, eighths: eighths) else {
        #expect(plain.rgba.isEmpty, "round \(round)")
        continue
      }
      let isSame = TestImage.bytes(image.pixels) == plain.rgba
      #expect(isSame, "round \(round), \(eighths) eighths")
      // libjpeg-turbo takes some invalid codes for zeros without a word.
      #expect(image.damage != nil || plain.warnings == 0, "round \(round)")
      damaged += plain.warnings > 0 ? 1 : 0
    }
    #expect(damaged > 100)
    #expect(ledger.snapshot.total == 0)
  }
}
