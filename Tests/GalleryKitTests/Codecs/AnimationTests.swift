import GalleryKit
import TestSupport
import Testing

/// Our own readers read written animations back, frame by frame.
@Suite struct `Animations` {
  private func file(_ format: some AnimationFormat, _ size: PixelSize, _ frames: [AnimationFrame]) throws
    -> [UInt8]
  {
    var bytes = format.beginning(size: size)
    for frame in frames { bytes += try format.encode(frame) }
    bytes += format.ending
    if let (offset, correct) = format.correction(byteCount: bytes.count) {
      bytes.replaceSubrange(offset..<offset + correct.count, with: correct)
    }
    return bytes
  }

  @Test func `a GIF of few colours comes back as it was, however long its codes`() throws {
    var shuffler = Shuffler(seed: 5)
    for (width, height, colours) in [(1, 1, 1), (7, 3, 2), (150, 121, 3), (150, 121, 200), (97, 200, 255)] {
      // Each colour a kind of its own; runs and noise, so that the table of codes fills more than once.
      let pixels = (0..<width * height).map { place -> SIMD4<UInt8> in
        let colour = place % 200 < 120 ? place / 40 % colours : shuffler.next(colours)
        return .init(UInt8(colour % 16 * 16), UInt8(colour / 16 * 16), 80, 255)
      }
      let size = PixelSize(width: width, height: height)
      let buffer = try PixelBuffer(size: size, pixels: pixels, ledger: MemoryLedger())
      let made = try MovingPicture(
        file(GIFAnimation(), size, [AnimationFrame(pixels: buffer, left: 0, top: 0, ticks: 7)]))
      #expect(made.size == size)
      #expect(made.frames.map(\.ticks) == [7])
      #expect(made.frames.first?.pixels == pixels, "\(width)×\(height), \(colours) colours")
    }
  }

  /// Whether the format is GIF, for each format that this build writes.
  private static let formats = DecodedImage.FileFormat.webp.unavailability == nil ? [true, false] : [true]

  @Test(arguments: formats)
  func `frames change the part that they lie on, for as long as they say`(isGIF: Bool) throws {
    let (ground, part) = (
      try TestImage.gradient(64, 48), try TestImage.plain(20, 10, rgba: [200, 30, 60, 255])
    )
    let frames = [
      AnimationFrame(pixels: ground, left: 0, top: 0, ticks: 33),
      AnimationFrame(pixels: part, left: 8, top: 32, ticks: 400),
    ]
    let size = ground.size
    let bytes =
      isGIF ? try file(GIFAnimation(), size, frames) : try file(WebPAnimation(quality: 90), size, frames)
    #expect(try ImageProbe.probe(bytes: bytes).storedSize == size)
    let made = try MovingPicture(bytes)
    #expect(made.size == size)
    #expect(made.frames.map(\.ticks) == [33, 400])
    #expect(made.frames[1].left == 8 && made.frames[1].top == 32 && made.frames[1].size == part.size)
    var expected = ground.pixels
    #expect(MovingPicture.difference(made.frames[0].pixels, expected) < 8)
    for y in 32..<42 { for x in 8..<28 { expected[y * 64 + x] = .init(200, 30, 60, 255) } }
    #expect(MovingPicture.difference(made.frames[1].pixels, expected) < 8)
  }

  @Test func `a GIF's transparent pixels stay as they were`() throws {
    let size = PixelSize(width: 4, height: 2)
    let (red, blue) = (SIMD4<UInt8>(200, 0, 0, 255), SIMD4<UInt8>(0, 0, 200, 255))
    func frame(_ pixels: [SIMD4<UInt8>]) throws -> AnimationFrame {
      AnimationFrame(
        pixels: try PixelBuffer(size: size, pixels: pixels, ledger: MemoryLedger()), left: 0, top: 0, ticks: 5
      )
    }
    let holes = (0..<8).map { $0 == 3 ? blue : SIMD4<UInt8>(9, 9, 9, 0) }
    let made = try MovingPicture(
      file(GIFAnimation(), size, [frame(Array(repeating: red, count: 8)), frame(holes)]))
    #expect(made.frames[1].pixels == (0..<8).map { $0 == 3 ? blue : red })
  }

  @Test func `a photo's palette is near to its colours`() throws {
    let photo = try TestImage.gradient(200, 150)
    let made = try MovingPicture(
      file(GIFAnimation(), photo.size, [AnimationFrame(pixels: photo, left: 0, top: 0, ticks: 1)]))
    #expect(MovingPicture.difference(made.frames[0].pixels, photo.pixels) < 4)
  }
}
