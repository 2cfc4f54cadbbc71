import GalleryKit
import TestSupport
import Testing

extension ImageSpecification {
  /// The whole picture, in its own size.
  static let whole = ImageSpecification(targetSize: .maximum, resizeMode: .none)
  /// The same, in the colours of the file.
  static let asTagged = ImageSpecification(targetSize: .maximum, resizeMode: .none, colorMode: .asTagged)

  static func fill(_ width: Int, _ height: Int, _ mode: ResizeMode = .fast) -> Self {
    Self(targetSize: PixelSize(width: width, height: height), resizeMode: mode)
  }
}

extension ImageDecoder {
  static func decode(
    _ bytes: [UInt8], as specification: ImageSpecification = .whole, strict: Bool = false,
    ledger: MemoryLedger = MemoryLedger()
  ) throws(CodecError) -> DecodedImage {
    try decode(bytes: bytes, as: specification, strict: strict, ledger: ledger)
  }
}

extension [UInt8] {
  /// The places of a JPEG's markers of this kind, and of bytes that look like them.
  func places(of marker: UInt8) -> [Int] {
    indices.dropLast().filter { self[$0] == 0xFF && self[$0 + 1] == marker }
  }
}

extension ImageInfo {
  /// The size that a plan predicts for an image.
  func foretold(_ specification: ImageSpecification) -> PixelSize {
    DecodePlan.outputSize(storedSize: storedSize, orientation: orientation, format: format, as: specification)
  }
}

/// Expects a picture to be refused for this reason, in words that contain these.
func expectRefusal<Value>(
  _ code: CodecError.Code, _ words: String = "", at place: SourceLocation = #_sourceLocation,
  _ body: () throws -> Value
) {
  let error = #expect(throws: CodecError.self, sourceLocation: place) { try body() }
  #expect(error?.code == code, sourceLocation: place)
  #expect(words.isEmpty || error?.reason.contains(words) == true, sourceLocation: place)
}

/// Checks that hold for every format, whichever library decodes it.
enum FormatChecks {
  /// Opaque red beside transparent green, 64×64 pixels: the box of four columns between them has one that is red.
  static func redBesideTransparentGreen() throws -> PixelBuffer {
    let pixels = (0..<64 * 64).map { index in
      index % 64 < 33 ? SIMD4<UInt8>(255, 0, 0, 255) : SIMD4<UInt8>(0, 255, 0, 0)
    }
    return try PixelBuffer(size: PixelSize(width: 64, height: 64), pixels: pixels, ledger: MemoryLedger())
  }

  /// The difference of the whole picture from `TestImage.gradient(64, 48)`, in levels; `alpha` counts alpha, too.
  static func differenceFromGradient(_ bytes: [UInt8], alpha: Bool = false) throws -> Double {
    let image = try ImageDecoder.decode(bytes, strict: true)
    let gradient = try TestImage.gradient(64, 48, alpha: alpha)
    return try #require(TestImage.meanDifference(image.pixels, gradient))
  }

  /// Decodes in every mode, whole and in part, to the predicted size, and gives all memory back.
  static func everyMode(of bytes: [UInt8]) throws {
    let ledger = MemoryLedger()
    let info = try ImageProbe.probe(bytes: bytes)
    let part = try NormalizedRect(x: 0.3, y: 0.2, width: 0.45, height: 0.6)
    for mode in ResizeMode.allCases {
      for content in ContentMode.allCases {
        for crop in [NormalizedRect.whole, part] {
          for side in [5, 16, 23, 100] {
            let specification = ImageSpecification(
              targetSize: PixelSize(width: side, height: side), contentMode: content, resizeMode: mode,
              cropRect: crop)
            let image = try ImageDecoder.decode(bytes: bytes, as: specification, ledger: ledger)
            #expect(image.pixels.size == info.foretold(specification))
            #expect(image.damage == nil)
            // The red of the gradient grows to the right, whatever was cut off.
            let row = TestImage.bytes(image.pixels).prefix(image.pixels.size.width * 4)
            if info.orientation == .up, image.pixels.size.width > 3, !row.isEmpty {
              #expect(row[row.endIndex - 4] >= row[0])
            }
          }
        }
      }
    }
    #expect(ledger.snapshot.total == 0)
  }

  /// Every cut of a file is an error that names the file, or a damaged picture; some are pictures.
  ///
  /// - Parameters:
  ///   - step: from one cut to the next, in bytes.
  ///   - end: the least number of bytes cut off.
  static func cuts(of bytes: [UInt8], every step: Int, before end: Int) throws {
    let (folder, ledger) = (TemporaryFolder(), MemoryLedger())
    var pictures = 0
    for count in stride(from: 0, to: bytes.count - end, by: step) {
      let path = try folder.write(Array(bytes.prefix(count)), as: "cut")
      do {
        let image = try ImageDecoder.decode(path: path, as: .whole, ledger: ledger)
        #expect(image.damage != nil, "a file of \(count) of \(bytes.count) bytes passed as sound")
        pictures += 1
      } catch {
        #expect(error.description.contains(path))
      }
    }
    #expect(pictures > 20)
    #expect(ledger.snapshot.total == 0)
  }

  /// Every cut and every flipped byte is an error, or a picture; nothing crashes or is kept.
  static func damage(to bytes: [UInt8], seed: UInt64) {
    let ledger = MemoryLedger()
    let cell = ImageSpecification.fill(20, 20, .exact)
    func decode(_ bytes: [UInt8]) {
      _ = try? ImageProbe.probe(bytes: bytes)
      _ = try? ImageDecoder.decode(bytes: bytes, as: cell, ledger: ledger)
      _ = try? ImageDecoder.degradedImage(bytes: bytes, as: cell, ledger: ledger)
    }
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
      decode(Array(bytes.prefix(count)))
    }
    var shuffler = Shuffler(seed: seed)
    for _ in 0..<(LongTests.areWanted ? 1_000 : 100) {
      var flipped = bytes
      for _ in 0...shuffler.next(3) { flipped[shuffler.next(bytes.count)] ^= UInt8(1 + shuffler.next(255)) }
      decode(flipped)
    }
    #expect(ledger.snapshot.total == 0 && ledger.snapshot.peak < 200_000_000)
  }
}
